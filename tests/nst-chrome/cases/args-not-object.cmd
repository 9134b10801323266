nst-chrome <<'EOF'
{"ts":1,"dur":1,"type":"osrt","name":"a","pid":10,"tid":11,"args":[1,"two"]}
{"ts":2,"dur":1,"type":"osrt","name":"a","pid":10,"tid":11,"args":"text"}
{"ts":3,"dur":1,"type":"osrt","name":"a","pid":10,"tid":11,"args":7,"domain":"D"}
EOF
