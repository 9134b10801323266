nst-perfetto <<'EOF' | ../packets
{"ts":10,"type":"sched","name":"sched-in","pid":10,"tid":11,"args":{"cpu":3}}
{"ts":15,"type":"sched","name":"sched-out","pid":10,"tid":11,"args":{"cpu":3,"state":"Interruptible"}}
{"ts":20,"dur":5,"type":"osrt","name":"last","pid":10,"tid":12}
EOF
