nst-chrome <<'EOF'
{"ts":1,"dur":1,"type":"kernel","name":"k","pid":10,"device":0,"context":1,"stream":0}
EOF
