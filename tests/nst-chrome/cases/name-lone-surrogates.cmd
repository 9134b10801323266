nst-chrome <<'EOF'
{"ts":1,"dur":1,"type":"osrt","name":"\ud83d \ude00 \ud83d\ud83d\ude00\ud83d\u0041 \\ud83d","pid":10,"tid":11}
EOF
