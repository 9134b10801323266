# The lanes of a stream count as one row: together they cover 70 ns, the second one 30.
nst-perfetto --min-activity 50% <<'EOF' | ../packets | grep -o 'name: "[A-Z]"\|thread_name.*'
{"ts":0,"dur":50,"type":"kernel","name":"A","pid":10,"device":0,"context":1,"stream":7}
{"ts":40,"dur":30,"type":"kernel","name":"B","pid":10,"device":0,"context":1,"stream":7}
{"ts":65,"dur":34,"type":"kernel","name":"C","pid":10,"device":0,"context":1,"stream":8}
EOF
