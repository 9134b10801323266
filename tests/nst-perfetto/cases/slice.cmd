nst-perfetto <<'EOF' | ../packets
{"ts":1000,"dur":250,"type":"osrt","name":"read","pid":10,"tid":11}
EOF
