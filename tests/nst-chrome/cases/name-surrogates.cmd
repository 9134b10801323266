nst-chrome <<'EOF'
{"ts":1,"dur":1,"type":"osrt","name":"\ud83d\ude00\uD83D\uDE00 \uDBFF\uDFFF","pid":10,"tid":11}
EOF
