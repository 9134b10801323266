nst-chrome <<'EOF'
{"ts":1,"dur":1,"type":"osrt","name":"a","pid":10,"tid":11,"cname":"puce"}
{"ts":2,"dur":1,"type":"osrt","name":"b","pid":10,"tid":11,"cname":3}
EOF
