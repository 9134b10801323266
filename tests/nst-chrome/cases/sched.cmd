# Each scheduling event draws the state that it begins: to the next one of its thread, or to the end.
nst-chrome <<'EOF'
{"ts":1000,"type":"sched","name":"sched-out","pid":10,"tid":11,"args":{"cpu":1,"state":"Uninterruptible","block":"Blocked"}}
{"ts":1500,"type":"sched","name":"sched-in","pid":10,"tid":12,"args":{"cpu":2,"state":"Uninterruptible"}}
{"ts":1700,"type":"sched","name":"sched-in","pid":20,"tid":11,"args":{"cpu":3}}
{"ts":2001,"type":"sched","name":"sched-in","pid":10,"tid":11,"cname":"good","args":{"cpu":2}}
{"ts":3000,"type":"sched","name":"sched-out","pid":10,"tid":11,"args":{"cpu":4,"block":"Futex"}}
{"ts":3000,"type":"sched","name":"sched-in","pid":10,"tid":11}
{"ts":4000,"type":"sched","name":"sched-out","pid":10,"tid":11,"args":{"state":"Interruptible"}}
{"ts":5000,"type":"sched","name":"sched-out","pid":10,"tid":11,"args":{"block":"Uninterruptible"}}
{"ts":6000,"type":"sched","name":"sched-out","pid":10,"tid":11,"args":{"state":3,"block":null}}
{"ts":7000,"dur":500,"type":"osrt","name":"the end","pid":10,"tid":12}
{"ts":7100,"type":"sched","name":"sched-out","pid":10,"tid":12}
EOF
