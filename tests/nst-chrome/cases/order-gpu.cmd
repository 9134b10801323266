# In a GPU: projected ranges by thread and process, then streams by number and process, then unified memory; lanes behind their track.
nst-chrome <<'EOF' | jq -r -f order.jq
{"ts":1,"type":"meta","name":"stream","pid":10,"device":0,"context":1,"stream":100,"args":{"default":true}}
{"ts":1,"type":"meta","name":"process","pid":10,"args":{"name":"z"}}
{"ts":1,"dur":9,"type":"memcpy","name":"x","pid":10,"device":0,"context":0,"stream":0}
{"ts":1,"dur":9,"type":"memcpy","name":"x","pid":9,"device":0,"context":0,"stream":0}
{"ts":1,"dur":9,"type":"kernel","name":"x","pid":10,"device":0,"context":1,"stream":100}
{"ts":1,"dur":9,"type":"kernel","name":"x","pid":10,"device":0,"context":1,"stream":20}
{"ts":2,"dur":9,"type":"memset","name":"x","pid":10,"device":0,"context":1,"stream":20}
{"ts":2,"dur":9,"type":"memcpy","name":"x","pid":10,"device":0,"context":1,"stream":7}
{"ts":2,"dur":9,"type":"graph","name":"x","pid":9,"device":0,"context":1,"stream":20}
{"ts":2,"dur":9,"type":"kernel","name":"x","pid":10,"device":0,"context":1,"stream":0}
{"ts":3,"dur":9,"type":"kernel","name":"x","pid":10,"device":0,"context":1,"stream":20}
{"ts":3,"dur":9,"type":"nvtx-kernel","name":"x","pid":10,"tid":30,"device":0}
{"ts":3,"dur":9,"type":"nvtx-kernel","name":"x","pid":10,"tid":4,"device":0}
{"ts":3,"dur":9,"type":"nvtx-kernel","name":"x","pid":9,"tid":30,"device":0}
{"ts":3,"dur":9,"type":"nvtx-kernel","name":"x","pid":10,"tid":10,"device":0}
{"ts":4,"dur":9,"type":"nvtx-kernel","name":"x","pid":10,"tid":30,"device":0}
{"ts":5,"dur":9,"type":"kernel","name":"x","pid":10,"device":1,"context":1,"stream":7}
EOF
