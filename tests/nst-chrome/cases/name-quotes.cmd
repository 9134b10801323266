nst-chrome <<'EOF'
{"ts":1,"dur":1,"type":"osrt","name":"say \"hi\" \\ \/ {\"ts\":5}","pid":10,"tid":11}
EOF
