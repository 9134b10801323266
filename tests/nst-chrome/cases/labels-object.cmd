nst-chrome --labels --object <<'EOF'
{"ts":1,"dur":2,"type":"nvtx","name":"a","pid":10,"tid":11}
EOF
