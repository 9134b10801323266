nst-chrome --partial <<'EOF'
{"ts":5,"type":"stream","format":1}
{"ts":5,"open":true,"type":"nvtx","name":"a","pid":10,"tid":11}
{"ts":7,"type":"nvtx-mark","name":"b","pid":10,"tid":11}
EOF
