nst-chrome <<'EOF'
{"ts":5,"type":"stream","format":1,"schema":"3.25.0","product":"2026.2.1.210","utc":1757498400123456789}
{"ts":5,"dur":1,"type":"osrt","name":"a","pid":10,"tid":11}
{"ts":5,"type":"end","events":1}
EOF
