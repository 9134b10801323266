# A state never ends before it begins.
nst-chrome <<'EOF' | jq -c '.[] | select(.ph == "X" and .dur < 0)'
{"ts":10,"type":"sched","name":"sched-in","pid":10,"tid":11}
{"ts":5,"type":"sched","name":"sched-out","pid":10,"tid":11}
EOF
