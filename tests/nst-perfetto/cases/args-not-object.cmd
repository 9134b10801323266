nst-perfetto <<'EOF' | ../packets
{"ts":1,"dur":1,"type":"osrt","name":"a","pid":10,"tid":11,"args":"text"}
{"ts":2,"dur":1,"type":"osrt","name":"b","pid":10,"tid":11,"args":[1,2]}
EOF
