# The last event begins a state that takes no time.
nst-chrome <<'EOF'
{"ts":1000,"type":"sched","name":"sched-in","pid":10,"tid":11,"args":{"cpu":1}}
EOF
