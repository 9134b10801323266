# A string is written the first time, given a number the second, and only that from then on; each track for itself.
nst-perfetto <<'EOF' | ../packets
{"ts":1,"dur":1,"type":"osrt","name":"read","pid":10,"tid":11,"args":{"file":"a"}}
{"ts":2,"dur":1,"type":"osrt","name":"read","pid":10,"tid":11,"args":{"file":"a"}}
{"ts":3,"dur":1,"type":"osrt","name":"read","pid":10,"tid":11,"args":{"file":"a"}}
{"ts":4,"dur":1,"type":"osrt","name":"read","pid":10,"tid":12,"args":{"file":"a"}}
{"ts":5,"dur":1,"type":"osrt","name":"file","pid":10,"tid":11,"args":{"read":"file"}}
{"ts":6,"dur":1,"type":"osrt","name":"file","pid":10,"tid":11,"args":{"read":"file"}}
EOF
