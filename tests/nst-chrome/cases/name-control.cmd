nst-chrome <<'EOF'
{"ts":1,"dur":1,"type":"osrt","name":"\u0001\b\f\n\r\t\u001f\u007f","pid":10,"tid":11}
EOF
