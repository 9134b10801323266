# What overlaps goes to the next lane; what only touches does not; what fits stays on the first that has room.
nst-chrome <<'EOF' | jq -r -f tracks.jq
{"ts":10000,"dur":10000,"type":"kernel","name":"A","pid":10,"device":0,"context":1,"stream":7}
{"ts":15000,"dur":10000,"type":"kernel","name":"B crosses A by 1 and more","pid":10,"device":0,"context":1,"stream":7}
{"ts":16000,"dur":8000,"type":"memcpy","name":"C crosses A, is inside B","pid":10,"device":0,"context":1,"stream":7}
{"ts":17000,"dur":8001,"type":"memset","name":"D crosses all by 1 ns","pid":10,"device":0,"context":1,"stream":7}
{"ts":18000,"dur":2000,"type":"kernel","name":"E ends with A","pid":10,"device":0,"context":1,"stream":7}
{"ts":19000,"dur":1001,"type":"kernel","name":"F ends 1 ns after A","pid":10,"device":0,"context":1,"stream":7}
{"ts":20000,"dur":1000,"type":"kernel","name":"G begins where A ends","pid":10,"device":0,"context":1,"stream":7}
{"ts":20999,"dur":5000,"type":"kernel","name":"H begins 1 ns before G ends","pid":10,"device":0,"context":1,"stream":7}
{"ts":21000,"dur":1000,"type":"kernel","name":"I of another stream","pid":10,"device":0,"context":1,"stream":8}
{"ts":21500,"dur":1000,"type":"kernel","name":"J of another stream","pid":10,"device":0,"context":1,"stream":8}
{"ts":22000,"type":"kernel","name":"a mark","pid":10,"device":0,"context":1,"stream":7}
{"ts":30000,"dur":5000,"type":"kernel","name":"K","pid":10,"device":0,"context":1,"stream":7}
EOF
