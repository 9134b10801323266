# Rows of GPUs are held against the busiest stream, and no GPU loses all of them.
nst-perfetto --min-activity 10% <<'EOF' | ../packets | grep -o ' name: "[a-z0-9 ]*"'
{"ts":0,"dur":100000,"type":"nvtx","name":"long","pid":10,"tid":10}
{"ts":0,"dur":90000,"type":"nvtx-kernel","name":"range","pid":10,"tid":10,"device":0}
{"ts":0,"dur":100,"type":"kernel","name":"busiest","pid":10,"device":0,"context":1,"stream":7}
{"ts":0,"dur":10,"type":"kernel","name":"just enough","pid":10,"device":0,"context":1,"stream":8}
{"ts":0,"dur":9,"type":"kernel","name":"too short","pid":10,"device":0,"context":1,"stream":9}
{"ts":0,"dur":1,"type":"kernel","name":"idle","pid":10,"device":1,"context":1,"stream":8}
{"ts":0,"dur":2,"type":"kernel","name":"all that gpu 1 does","pid":10,"device":1,"context":1,"stream":7}
{"ts":0,"dur":100,"type":"cuda-api","name":"idle thread","pid":10,"tid":10}
EOF
