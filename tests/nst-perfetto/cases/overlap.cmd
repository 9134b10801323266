nst-perfetto <<'EOF' | ../packets
{"ts":10,"dur":10,"type":"kernel","name":"A","pid":10,"device":0,"context":1,"stream":7}
{"ts":15,"dur":10,"type":"kernel","name":"B","pid":10,"device":0,"context":1,"stream":7}
{"ts":20,"dur":1,"type":"kernel","name":"C","pid":10,"device":0,"context":1,"stream":7}
EOF
