nst-chrome <<'EOF'
{"ts":1000,"open":true,"type":"nvtx","name":"train","pid":10,"tid":11}
{"ts":2000,"dur":5001,"type":"nvtx","name":"step","pid":10,"tid":12}
{"ts":3000,"type":"nvtx-mark","name":"mark","pid":10,"tid":12}
EOF
