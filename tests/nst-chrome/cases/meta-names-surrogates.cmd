nst-chrome <<'EOF'
{"ts":1,"type":"meta","name":"process","pid":10,"args":{"name":"p\ud83d\ude00\"\\"}}
{"ts":1,"type":"meta","name":"thread","pid":10,"tid":11,"args":{"name":"t\ud83d"}}
{"ts":1,"type":"meta","name":"device","pid":10,"device":0,"args":{"name":"d\n"}}
{"ts":1,"dur":1,"type":"osrt","name":"a","pid":10,"tid":11}
{"ts":2,"dur":1,"type":"kernel","name":"k","pid":10,"device":0,"context":1,"stream":7}
EOF
