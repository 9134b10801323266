nst-chrome <<'EOF'
{"ts":1,"dur":1,"type":"osrt","name":"a","pid":10,"tid":11,"args":{ "list" : [1, [2, {}]], "deep":{"x":{"y":null}}, "big":9007199254740993, "tiny":1e-300, "t":true, "":"" }}
EOF
