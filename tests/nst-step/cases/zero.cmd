# 0 is a number: it is smaller than the one before, which a message says.
nst-step --partial <<'EOF'
{"ts":0,"dur":9,"type":"nvtx","name":"step 3","pid":1,"tid":1}
{"ts":10,"dur":9,"type":"nvtx","name":"step 0","pid":1,"tid":1}
EOF
