# Without a header the earliest event decides where the clock starts, also when it comes late.
nst-chrome <<'EOF' | jq -r '.[] | select(.ph != "M") | [.name, .ts, .dur] | @tsv'
{"ts":0,"dur":5,"type":"osrt","name":"first","pid":10,"tid":11}
{"ts":7,"dur":5,"type":"osrt","name":"second","pid":10,"tid":11}
{"ts":-5,"dur":5,"type":"osrt","name":"late","pid":10,"tid":12}
{"ts":200000000000000,"dur":5,"type":"osrt","name":"third","pid":10,"tid":11}
EOF
