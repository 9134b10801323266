# A wait is on the thread of the open call with its id; on a row of its own where there is none.
nst-chrome <<'EOF' | jq -r -f tracks.jq
{"ts":1000,"dur":100,"type":"cuda-api","name":"cudaStreamSynchronize","pid":10,"tid":11,"corr":5}
{"ts":1005,"dur":50,"type":"cuda-api","name":"cudaEventSynchronize","pid":20,"tid":21,"corr":5}
{"ts":1010,"dur":20,"type":"cuda-sync","name":"of 11","pid":10,"device":0,"context":1,"corr":5}
{"ts":1020,"dur":20,"type":"cuda-sync","name":"of 21","pid":20,"device":0,"context":1,"corr":5}
{"ts":1030,"dur":20,"type":"cuda-sync","name":"of nobody","pid":10,"device":0,"context":1,"corr":6}
{"ts":1200,"dur":20,"type":"cuda-sync","name":"when the call is over","pid":10,"device":0,"context":1,"corr":5}
{"ts":1300,"dur":20,"type":"cuda-sync","name":"with a thread","pid":10,"tid":12,"corr":5}
EOF
