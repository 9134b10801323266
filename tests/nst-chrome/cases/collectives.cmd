# What all ranks did is in a group of its own, above GPUs and processes; waits and parts of idle time are in µs.
nst-chrome <<'EOF' | jq -c '(if type == "object" then .traceEvents else . end)[] | select(.ph == "X" or .name == "process_name" or .name == "process_sort_index") | [.name, .ts // .args, .args // null]'
{"ts":1000,"dur":5000,"type":"kernel","name":"ncclDevKernel_AllReduce","pid":10,"device":0,"context":1,"stream":7,"args":{"wait":1500,"transfer":3500,"last":1}}
{"ts":1000,"dur":5500,"type":"collective","name":"ncclDevKernel_AllReduce","args":{"ranks":2,"spread":1500,"transfer":3500,"apart":7,"last":1}}
{"ts":6000,"dur":2500,"type":"gpu-state","name":"idle","pid":10,"device":0,"args":{"cause":"host","before_call":1200,"in_call":300,"after_call":1000}}
{"ts":7000,"dur":1800,"type":"mpi","name":"MPI_Barrier","pid":10,"tid":10,"args":{"wait":1700,"transfer":100,"last":1}}
{"ts":9000,"dur":1000,"type":"cuda-api","name":"cudaMalloc","pid":10,"tid":10}
EOF
