nst-chrome <<'EOF'
{"ts":10,"dur":5,"type":"cuda-api","name":"cudaFree","pid":10,"tid":11,"corr":0}
{"ts":20,"dur":5,"type":"cuda-api","name":"cudaFree","pid":10,"tid":11}
EOF
