nst-step <<'EOF'
{"ts":0,"type":"stream","format":1}
{"ts":0,"dur":9,"type":"nvtx","name":"step 1","pid":1,"tid":1}
{"ts":1,"dur":9,"type":"kernel","name":"k","pid":1,"device":0,"corr":1}
{"ts":1,"type":"end","events":2}
EOF
