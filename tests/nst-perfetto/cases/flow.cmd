# One call, two kernels: the same id goes out once and in twice.
nst-perfetto <<'EOF' | ../packets
{"ts":10,"dur":5,"type":"cuda-api","name":"cudaGraphLaunch","pid":10,"tid":11,"corr":5}
{"ts":20,"dur":5,"type":"kernel","name":"k","pid":10,"device":0,"context":1,"stream":7,"corr":5,"launch":{"ts":10,"dur":5,"tid":11,"name":"cudaGraphLaunch"}}
{"ts":30,"dur":5,"type":"kernel","name":"k","pid":10,"device":0,"context":1,"stream":7,"corr":5,"launch":{"ts":10,"dur":5,"tid":11,"name":"cudaGraphLaunch"}}
EOF
