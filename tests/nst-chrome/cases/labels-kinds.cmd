nst-chrome --labels <<'EOF'
{"ts":1,"type":"meta","name":"process","pid":10,"args":{"name":"python"}}
{"ts":1,"dur":9,"type":"nvtx","name":"a","pid":10,"tid":11,"cname":"good"}
{"ts":2,"dur":1,"type":"cuda-api","name":"b","pid":10,"tid":11,"corr":5}
{"ts":2,"dur":1,"type":"osrt","name":"c","pid":10,"tid":12}
{"ts":2,"type":"sched","name":"d","pid":10,"tid":12}
{"ts":3,"dur":1,"type":"kernel","name":"e","pid":10,"device":3,"context":1,"stream":7,"corr":5,"launch":{"ts":2,"dur":1,"tid":11,"name":"b"},"nvtx":["a"]}
{"ts":3,"dur":1,"type":"nvtx-kernel","name":"a","pid":10,"tid":11,"device":3}
EOF
