nst-chrome <<'EOF'
{"ts":1000,"dur":7,"open":false,"type":"nvtx","name":"closed","pid":10,"tid":11}
EOF
