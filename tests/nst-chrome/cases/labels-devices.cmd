nst-chrome --labels <<'EOF'
{"ts":1,"dur":1,"type":"nvtx","name":"waits for 20","pid":20,"tid":21}
{"ts":2,"dur":1,"type":"nvtx","name":"waits for 10","pid":10,"tid":11}
{"ts":3,"open":true,"type":"nvtx","name":"open","pid":10,"tid":11}
{"ts":4,"dur":1,"type":"osrt","name":"no GPU","pid":30,"tid":31}
{"ts":5,"dur":1,"type":"kernel","name":"10 on 1","pid":10,"device":1,"context":1,"stream":7}
{"ts":6,"dur":1,"type":"kernel","name":"10 on 0","pid":10,"device":0,"context":2,"stream":8}
{"ts":7,"dur":1,"type":"kernel","name":"20 on 0","pid":20,"device":0,"context":1,"stream":7}
{"ts":8,"dur":1,"type":"nvtx","name":"10 later","pid":10,"tid":11}
{"ts":9,"dur":1,"type":"nvtx-kernel","name":"10 on 0","pid":10,"tid":11,"device":0}
EOF
