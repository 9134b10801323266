# Records that are no events do not set the start.
nst-chrome <<'EOF' | jq -r '.[] | select(.ph != "M") | [.name, .ts, .dur] | @tsv'
{"ts":-9,"type":"stream","format":1}
{"ts":-9,"type":"meta","name":"process","pid":10,"args":{"name":"python"}}
{"ts":5,"dur":5,"type":"osrt","name":"a","pid":10,"tid":11}
{"ts":5,"type":"end","events":1}
EOF
