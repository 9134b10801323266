nst-chrome <<'EOF'
{"ts":1,"dur":9,"type":"kernel","name":"a","pid":10,"device":0,"context":1,"stream":7}
{"ts":2,"dur":9,"type":"kernel","name":"b","pid":20,"device":0,"context":1,"stream":7}
{"ts":3,"dur":9,"type":"kernel","name":"c","pid":10,"device":0,"context":2,"stream":7}
{"ts":4,"dur":9,"type":"kernel","name":"d","pid":10,"device":1,"context":1,"stream":7}
EOF
