# The machine's group comes last, behind empty tracks that put it there; numbers of GPUs are as wide as the largest.
nst-perfetto <<'EOF' | ../packets
{"ts":1,"type":"diagnostic","name":"d"}
{"ts":2,"dur":1,"type":"kernel","name":"k","device":2,"stream":7}
{"ts":3,"dur":1,"type":"kernel","name":"k","device":10,"stream":7}
EOF
