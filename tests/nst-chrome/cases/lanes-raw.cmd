# A lane is a track: announced before its first slice, ranked behind the lane before it.
nst-chrome <<'EOF'
{"ts":1,"dur":4,"type":"osrt","name":"a","pid":10,"tid":11}
{"ts":2,"dur":4,"type":"osrt","name":"b","pid":10,"tid":11}
{"ts":2,"dur":4,"type":"osrt","name":"c","pid":10,"tid":12}
{"ts":3,"dur":4,"type":"osrt","name":"d","pid":10,"tid":11}
{"ts":4,"dur":4,"type":"osrt","name":"e","pid":10,"tid":12}
EOF
