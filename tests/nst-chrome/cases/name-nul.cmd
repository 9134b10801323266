nst-chrome <<'EOF'
{"ts":1,"dur":1,"type":"osrt","name":"a\u0000b","pid":10,"tid":11}
EOF
