# Labels have the same args.
nst-chrome --labels <<'EOF'
{"ts":1000,"dur":9,"type":"cuda-api","name":"cudaMemcpyAsync","pid":10,"tid":11,"corr":5}
{"ts":1004,"dur":1000,"type":"memcpy","name":"Memcpy Host-to-Device","pid":10,"device":3,"context":1,"stream":7,"corr":5,"args":{"bytes":4096},"launch":{"ts":1000,"dur":9,"tid":11,"name":"cudaMemcpyAsync"}}
{"ts":1005,"dur":1000,"type":"kernel","name":"crosses","pid":10,"device":3,"context":1,"stream":7}
{"ts":2000,"dur":9,"type":"nvtx","name":"red","pid":10,"tid":11,"args":{"color":"#c80000"}}
EOF
