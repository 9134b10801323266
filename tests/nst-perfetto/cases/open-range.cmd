# Written when it comes, so that what comes inside at the same time is inside; its end is that of the trace.
nst-perfetto <<'EOF' | ../packets
{"ts":10,"type":"nvtx","name":"never closed","pid":10,"tid":11,"open":true}
{"ts":10,"dur":5,"type":"nvtx","name":"inside","pid":10,"tid":11}
{"ts":12,"dur":88,"type":"osrt","name":"last","pid":10,"tid":11}
EOF
