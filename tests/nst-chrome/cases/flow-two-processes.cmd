nst-chrome <<'EOF'
{"ts":10,"dur":5,"type":"cuda-api","name":"cudaLaunchKernel","pid":10,"tid":11,"corr":5}
{"ts":11,"dur":5,"type":"cuda-api","name":"cudaLaunchKernel","pid":20,"tid":11,"corr":5}
{"ts":20,"dur":5,"type":"kernel","name":"a","pid":20,"device":0,"context":1,"stream":7,"corr":5,"launch":{"ts":11,"dur":5,"tid":11,"name":"cudaLaunchKernel"}}
{"ts":30,"dur":5,"type":"kernel","name":"b","pid":10,"device":0,"context":1,"stream":7,"corr":5,"launch":{"ts":10,"dur":5,"tid":11,"name":"cudaLaunchKernel"}}
EOF
