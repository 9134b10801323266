nst-chrome <<'EOF'
{"ts":1,"dur":1,"type":"osrt","name":"a","pid":10,"tid":11,"args":{ }}
{"ts":2,"dur":1,"type":"osrt","name":"a","pid":10,"tid":11,"args":{},"corr":5}
{"ts":3,"dur":1,"type":"osrt","name":"a","pid":10,"tid":11,"args":null}
EOF
