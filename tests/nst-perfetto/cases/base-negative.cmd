nst-perfetto <<'EOF' | ../packets
{"ts":-5,"dur":10,"type":"osrt","name":"a","pid":10,"tid":11}
{"ts":0,"dur":1,"type":"osrt","name":"b","pid":10,"tid":11}
EOF
