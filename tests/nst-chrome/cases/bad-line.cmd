nst-chrome <<'EOF'
{"ts":1,"open":true,"type":"nvtx","name":"a","pid":10,"tid":11}
{"ts":5,"dur":1,"type":"osrt","name":"b","pid":10,"tid":11}
{"ts":5,"dur":1,"type":"osrt","name":"c","pid":10,"tid":"main"}
{"ts":6,"dur":1,"type":"osrt","name":"d","pid":10,"tid":11}
EOF
