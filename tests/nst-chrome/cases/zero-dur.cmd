nst-chrome <<'EOF'
{"ts":1000,"dur":0,"type":"osrt","name":"short","pid":10,"tid":11}
EOF
