# A call that was never closed has its arrow too, and takes none from another.
nst-chrome <<'EOF' | jq -c -f flows.jq
{"ts":1,"dur":1,"type":"cuda-api","name":"closed","pid":10,"tid":11,"corr":5}
{"ts":5,"open":true,"type":"cuda-api","name":"open","pid":10,"tid":11,"corr":5}
{"ts":9,"dur":2,"type":"kernel","name":"k","pid":10,"device":0,"context":1,"stream":7,"corr":5,"launch":{"ts":5,"tid":11,"name":"open"}}
EOF
