nst-chrome <<'EOF'
{"ts":1500,"dur":250,"type":"nvtx","name":"forward","pid":10,"tid":11}
EOF
