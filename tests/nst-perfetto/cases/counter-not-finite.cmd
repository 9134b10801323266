nst-perfetto <<'EOF' | ../packets
{"ts":1,"type":"x","name":"text","pid":10,"value":"5"}
{"ts":2,"type":"x","name":"infinite","pid":10,"value":1e999}
EOF
