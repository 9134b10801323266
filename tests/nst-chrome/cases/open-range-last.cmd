nst-chrome <<'EOF'
{"ts":1000,"dur":1,"type":"nvtx","name":"step","pid":10,"tid":11}
{"ts":9000,"open":true,"type":"nvtx","name":"late","pid":10,"tid":11}
EOF
