nst-chrome <<'EOF' | jq -c '.[] | select(.ph != "M") | [.name, .pid, .tid]'
{"ts":1,"dur":1,"type":"osrt","name":"a","pid":2147483648,"tid":140735340871680}
{"ts":2,"dur":1,"type":"osrt","name":"b","pid":9223372036854775807,"tid":9223372036854775807}
{"ts":3,"dur":1,"type":"osrt","name":"c","pid":-9223372036854775808,"tid":-9223372036854775808}
{"ts":4,"dur":1,"type":"kernel","name":"d","pid":-1,"device":9223372036854775807,"context":9223372036854775807,"stream":9223372036854775807,"corr":9223372036854775807}
EOF
