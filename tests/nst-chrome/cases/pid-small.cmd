nst-chrome <<'EOF'
{"ts":1,"dur":1,"type":"osrt","name":"a","pid":1,"tid":1}
{"ts":2,"dur":1,"type":"sched","name":"b","pid":2,"tid":2}
{"ts":3,"dur":1,"type":"osrt","name":"c","pid":2,"tid":2}
EOF
