nst-chrome <<'EOF'
{"ts":1,"dur":1,"type":"osrt","pid":10,"tid":11}
{"ts":1,"dur":1,"type":"osrt","name":null,"pid":10,"tid":11}
EOF
