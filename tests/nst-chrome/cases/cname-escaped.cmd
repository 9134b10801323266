nst-chrome <<'EOF'
{"ts":1,"dur":1,"type":"osrt","name":"a","pid":10,"tid":11,"cname":"b\u0061d"}
EOF
