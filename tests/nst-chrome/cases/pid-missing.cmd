nst-chrome <<'EOF'
{"ts":1,"dur":1,"type":"osrt","name":"a","tid":10}
{"ts":2,"dur":1,"type":"kernel","name":"k","device":0,"stream":7}
EOF
