nst-chrome <<'EOF'
{"ts":1,"type":"meta","name":"process","pid":10,"args":{"name":"python"}}
{"ts":1,"type":"meta","name":"unheard of","pid":10,"tid":10,"device":1,"args":{"name":"x"}}
{"ts":1,"type":"meta","name":"thread","pid":10,"tid":10,"args":{"name":"main"}}
{"ts":1,"type":"meta","name":"thread","pid":10,"tid":13}
{"ts":1,"dur":9,"type":"nvtx","name":"a","pid":10,"tid":10}
{"ts":2,"dur":1,"type":"cuda-api","name":"b","pid":10,"tid":10}
{"ts":2,"dur":1,"type":"osrt","name":"c","pid":10,"tid":12}
{"ts":2,"dur":1,"type":"osrt","name":"c","pid":20,"tid":10}
EOF
