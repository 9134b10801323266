nst-chrome <<'EOF'
{"ts":1,"dur":1,"name":"a","pid":10,"tid":11}
EOF
