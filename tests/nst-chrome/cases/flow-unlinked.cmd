nst-chrome <<'EOF'
{"ts":20,"dur":5,"type":"kernel","name":"k","pid":10,"device":0,"context":1,"stream":7,"corr":5}
{"ts":30,"dur":5,"type":"kernel","name":"l","pid":10,"device":0,"context":1,"stream":7,"corr":5,"launch":{"ts":10,"dur":5,"tid":11,"name":"cudaLaunchKernel"}}
EOF
