nst-perfetto <<'EOF' | ../packets
{"ts":5,"type":"stream","format":1}
{"ts":5,"type":"meta","name":"process","pid":10,"args":{"name":"p"}}
{"ts":5,"type":"end","events":1}
EOF
