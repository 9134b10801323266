nst-perfetto <<'EOF' | ../packets
{"ts":1000,"type":"nvtx-mark","name":"mark","pid":10,"tid":11}
{"ts":1000,"dur":5,"type":"nvtx","name":"range","pid":10,"tid":11}
{"ts":1005,"type":"nvtx-mark","name":"when the range is over","pid":10,"tid":11}
EOF
