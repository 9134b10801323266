nst-chrome <<'EOF'
{"ts":1757498400123456789,"dur":86400000000001,"type":"osrt","name":"epoch","pid":10,"tid":11}
{"ts":9223372036854775807,"dur":0,"type":"osrt","name":"last","pid":10,"tid":11}
EOF
