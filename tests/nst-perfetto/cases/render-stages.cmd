# What runs on streams as render stages, with the ids that their calls name; the rest as ever.
nst-perfetto --render-stages <<'EOF' | ../packets
{"ts":0,"type":"meta","name":"device","pid":5,"device":0,"args":{"name":"A"}}
{"ts":1,"dur":2,"type":"cuda-api","name":"launch","pid":5,"tid":5,"corr":7}
{"ts":4,"dur":2,"type":"kernel","name":"k","pid":5,"device":0,"context":1,"stream":7,"corr":7,"args":{"grid":[2,66,1],"block":[256,1,1],"registers":32},"launch":{"ts":1,"dur":2,"tid":5,"name":"launch"}}
{"ts":5,"dur":2,"type":"memcpy","name":"nobody's","pid":5,"device":0,"context":1,"stream":8,"args":{"bytes":4000}}
{"ts":6,"dur":2,"type":"kernel","name":"of a GPU of a large number","pid":5,"device":300,"context":1,"stream":7}
{"ts":7,"dur":2,"type":"nvtx-kernel","name":"r","pid":5,"tid":5,"device":0}
EOF
