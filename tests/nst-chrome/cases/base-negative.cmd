# A trace that starts before 0 starts at 0: ranges, launches and ends in ns of the stream as they were.
nst-chrome <<'EOF'
{"ts":-9000,"type":"stream","format":1}
{"ts":-9000,"type":"meta","name":"process","pid":10,"args":{"name":"python"}}
{"ts":-7001,"dur":5,"type":"cuda-api","name":"cudaLaunchKernel","pid":10,"tid":11,"corr":5}
{"ts":-7000,"open":true,"type":"nvtx","name":"open","pid":10,"tid":11}
{"ts":-6000,"type":"sched","name":"sched-in","pid":10,"tid":11}
{"ts":-1,"dur":2,"type":"kernel","name":"k","pid":10,"device":0,"context":1,"stream":7,"corr":5,"launch":{"ts":-7001,"dur":5,"tid":11,"name":"cudaLaunchKernel"}}
{"ts":3,"type":"nvtx-mark","name":"mark","pid":10,"tid":11}
{"ts":4,"type":"gpu-metric","name":"m","pid":10,"value":1}
{"ts":4,"type":"end","events":7}
EOF
