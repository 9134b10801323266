# Copies and sets say how fast they were, cut to three decimals.
nst-chrome <<'EOF' | grep '"X"' | grep -o '"args":{[^}]*'
{"ts":1,"dur":3,"type":"memcpy","name":"0.333","pid":10,"device":0,"context":1,"stream":7,"args":{"bytes":1}}
{"ts":11,"dur":3,"type":"memset","name":"0.666","pid":10,"device":0,"context":1,"stream":7,"args":{"bytes":2,"value":5}}
{"ts":21,"dur":1000,"type":"memcpy","name":"4.096","pid":10,"device":0,"context":1,"stream":7,"args":{"kind":"Host-to-Device","bytes":4096}}
{"ts":2000,"dur":1001,"type":"memcpy","name":"0.000","pid":10,"device":0,"context":1,"stream":7,"args":{"bytes":1}}
{"ts":4000,"dur":1,"type":"memcpy","name":"12345.000","pid":10,"device":0,"context":1,"stream":7,"args":{"bytes":12345}}
{"ts":4100,"dur":0,"type":"memcpy","name":"no time","pid":10,"device":0,"context":1,"stream":7,"args":{"bytes":5}}
{"ts":4200,"dur":5,"type":"memcpy","name":"no bytes","pid":10,"device":0,"context":1,"stream":7,"args":{"kind":"x"}}
{"ts":4300,"dur":5,"type":"memcpy","name":"text","pid":10,"device":0,"context":1,"stream":7,"args":{"bytes":"5"}}
{"ts":4400,"dur":5,"type":"kernel","name":"kernel","pid":10,"device":0,"context":1,"stream":7,"args":{"bytes":5}}
{"ts":4500,"dur":5,"type":"memcpy","name":"no args","pid":10,"device":0,"context":1,"stream":7}
{"ts":4600,"dur":7,"type":"memcpy","name":"unified","pid":10,"device":0,"context":0,"stream":0,"args":{"bytes":99}}
EOF
