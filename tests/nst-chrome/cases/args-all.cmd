nst-chrome <<'EOF'
{"ts":0,"dur":1,"type":"cuda-api","name":"cudaLaunchKernel","pid":10,"tid":11,"corr":5}
{"ts":1,"dur":1,"type":"kernel","name":"k","pid":10,"device":0,"context":1,"stream":7,"corr":5,"domain":"D","args":{"grid":[1,2,3]},"launch":{"ts":0,"dur":1,"tid":11,"name":"cudaLaunchKernel"},"nvtx":["a","b"]}
EOF
