nst-chrome --object <<'EOF'
{"ts":1,"dur":2,"type":"osrt","name":"a","pid":10,"tid":11}
{"ts":2
EOF
