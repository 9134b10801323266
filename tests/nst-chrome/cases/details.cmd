# Units and meaning: dimensions, sizes, occupancy by the chip, nothing that is 0 or as always; what is of another form stays.
nst-chrome <<'EOF' | jq -c '.[] | select(.ph == "X") | .args'
{"ts":0,"type":"meta","name":"device","pid":10,"device":0,"args":{"name":"A","chip":"GA100"}}
{"ts":0,"type":"meta","name":"device","pid":10,"device":1,"args":{"name":"T","chip":"TU104"}}
{"ts":1,"dur":1,"type":"kernel","name":"k","pid":10,"device":0,"stream":7,"args":{"grid":[2,66,1],"block":[256,1,1],"cluster":[2,1,1],"registers":32,"shared_static":0,"shared_dynamic":1024,"local_thread":0,"launch_type":"Regular","grid_id":7,"cache":"Shared"}}
{"ts":2,"dur":1,"type":"kernel","name":"k","pid":10,"device":0,"stream":7,"args":{"grid":[2,66,1],"block":[256,1,1],"cluster":[2,1,1],"registers":32,"shared_static":0,"shared_dynamic":1024,"local_thread":0,"launch_type":"Regular","grid_id":12345,"cache":"Shared"}}
{"ts":3,"dur":1,"type":"kernel","name":"k","pid":10,"device":1,"stream":7,"args":{"grid":[2,66,1],"block":[256,1,1],"cluster":[2,1,1],"registers":32,"shared_static":0,"shared_dynamic":1024,"local_thread":0,"launch_type":"Regular","grid_id":12345,"cache":"Shared"}}
{"ts":4,"dur":1,"type":"kernel","name":"k","pid":10,"device":2,"stream":7,"args":{"grid":[1],"block":[],"registers":300,"launch_type":"Cooperative","grid_id":"x","shared_static":"y"}}
{"ts":5,"dur":1,"type":"kernel","name":"k","pid":10,"device":0,"stream":7,"args":{"grid":"text","block":[1,[2]],"registers":255,"o":{"grid_id":5},"grid_id":6}}
{"ts":6,"dur":1,"type":"kernel","name":"k","pid":10,"device":0,"stream":7,"args":{"grid":"text","block":[1,[2]],"registers":255,"o":{"grid_id":7},"grid_id":8}}
{"ts":7,"dur":1,"type":"memcpy","name":"Memcpy Device-to-Host","pid":10,"device":0,"stream":7,"args":{"bytes":4200595456,"kind":"Device-to-Host","src_kind":"Device","copies":1}}
{"ts":8,"dur":1,"type":"memcpy","name":"Memcpy","pid":10,"device":0,"stream":7,"args":{"bytes":999,"kind":"Device-to-Host","copies":2}}
{"ts":9,"dur":1,"type":"memset","name":"Memset","pid":10,"device":0,"stream":7,"args":{"bytes":999500,"value":0}}
EOF
