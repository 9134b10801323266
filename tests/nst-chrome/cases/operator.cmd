# The numbers of PyTorch's operators are args, in paths they are left out; what only looks like them stays in the name.
nst-chrome <<'EOF' | jq -c '.[] | select(.ph == "X") | [.name, .args]'
{"ts":1,"dur":99,"type":"nvtx","name":"aten::mm, op_id = 318133","pid":10,"tid":11}
{"ts":2,"dur":9,"type":"nvtx","name":"aten::mm, seq = 7, op_id = 8","pid":10,"tid":11,"args":{"color":"#ffffff"}}
{"ts":3,"dur":2,"type":"nvtx","name":"autograd::engine, seq = 5","pid":10,"tid":11}
{"ts":4,"dur":1,"type":"nvtx","name":", op_id = 1","pid":10,"tid":11}
{"ts":20,"dur":1,"type":"nvtx","name":"x, op_id = ","pid":10,"tid":11}
{"ts":21,"dur":1,"type":"nvtx","name":"x, op_id = 1234567890123456789","pid":10,"tid":11}
{"ts":22,"dur":1,"type":"nvtx","name":"op_id = 5","pid":10,"tid":11}
{"ts":30,"dur":1,"type":"nvtx-kernel","name":"aten::mm, op_id = 9","pid":10,"tid":11,"device":0,"args":{"count":1,"sum":2500,"range":{"ts":5,"dur":1000}}}
{"ts":31,"dur":1,"type":"nvtx-kernel","name":"r","pid":10,"tid":11,"device":0,"args":{"range":{"dur":1000,"ts":-5},"sum":"x","count":1}}
{"ts":32,"dur":1,"type":"osrt","name":"not a range, op_id = 3","pid":10,"tid":11}
{"ts":33,"dur":1,"type":"kernel","name":"k","pid":10,"device":0,"stream":7,"nvtx":["a, op_id = 1","b \" c",5,"d, seq = 2, op_id = 3"]}
{"ts":34,"dur":1,"type":"kernel","name":"k","pid":10,"device":0,"stream":7,"nvtx":"odd"}
EOF
