# A value that is no finite number is no counter: viewers hang on infinity.
nst-chrome <<'EOF' | jq -c '.[] | select(.ph != "M") | [.name, .ph]'
{"ts":1,"type":"x","name":"number","pid":10,"value":-1.5e3}
{"ts":2,"type":"x","name":"infinite","pid":10,"value":1e999}
{"ts":3,"type":"x","name":"text","pid":10,"value":"12"}
{"ts":4,"type":"x","name":"object","pid":10,"value":{"a":1}}
EOF
