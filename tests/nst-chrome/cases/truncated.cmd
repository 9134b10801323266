nst-chrome <<'EOF'
{"ts":5,"type":"stream","format":1}
{"ts":5,"dur":1,"type":"osrt","name":"a","pid":10,"tid":11}
EOF
