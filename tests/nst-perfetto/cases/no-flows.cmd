nst-perfetto --no-flows <<'EOF' | ../packets
{"ts":10,"dur":5,"type":"cuda-api","name":"cudaLaunchKernel","pid":10,"tid":11,"corr":5}
{"ts":20,"dur":5,"type":"kernel","name":"k","pid":10,"device":0,"context":1,"stream":7,"corr":5,"launch":{"ts":10}}
EOF
