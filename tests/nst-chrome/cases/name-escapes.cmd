nst-chrome <<'EOF'
{"ts":1,"dur":1,"type":"osrt","name":"\u0041\u00e9\u20ac\uFFFF\ue000\ud7ff","pid":10,"tid":11}
EOF
