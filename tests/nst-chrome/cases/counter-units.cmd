# Counters are called without their unit, which is the name of their value; what is of two processes is told apart.
nst-chrome <<'EOF' | jq -c '.[] | select(.ph == "C") | [.pid, .name, .args]'
{"ts":1,"type":"gpu-metric","name":"SMs Active [Throughput %]","gpu":0,"value":5,"args":{"unit":"Throughput %"}}
{"ts":2,"type":"gpu-memory","name":"Memory in use: Device","pid":10,"device":0,"context":1,"value":6,"args":{"unit":"B"}}
{"ts":3,"type":"gpu-memory","name":"Memory in use: Device","pid":20,"device":0,"context":1,"value":7,"args":{"unit":"B"}}
{"ts":4,"type":"gpu-memory","name":"Memory in use: Device","pid":20,"device":0,"context":2,"value":8,"args":{"unit":"B"}}
{"ts":5,"type":"nic-metric","name":"Bytes sent","value":9,"args":{"unit":"B/s","nic":3,"port":1}}
{"ts":6,"type":"nic-metric","name":"Bytes sent","value":9,"args":{"unit":"B/s","nic":4,"port":1}}
{"ts":7,"type":"gpu-metric","name":"A name of many more characters than thirty","gpu":0,"value":1}
{"ts":8,"type":"gpu-metric","name":"A name of many other characters than thirty","gpu":0,"value":1}
EOF
