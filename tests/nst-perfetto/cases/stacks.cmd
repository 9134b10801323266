# Call stacks: functions, modules, frames and stacks are written once, on one sequence.
nst-perfetto <<'EOF' | ../packets
{"ts":1,"type":"sample","name":"leaf","pid":5,"tid":5,"args":{"cpu":3,"stack":[{"symbol":"main","module":"a.out"},{"symbol":"leaf","module":"libc.so"}]}}
{"ts":2,"type":"sample","name":"leaf","pid":5,"tid":6,"args":{"cpu":3,"stack":[{"symbol":"main","module":"a.out"},{"symbol":"leaf","module":"libc.so"}]}}
{"ts":3,"dur":5,"type":"cuda-api","name":"call","pid":5,"tid":5,"args":{"stack":[{"symbol":"main","module":"a.out"},{"module":"libcuda.so"},{"symbol":"x"}]}}
{"ts":4,"type":"sample","name":"none","pid":5,"tid":5,"args":{"stack":[]}}
{"ts":5,"type":"sample","name":"odd","pid":5,"tid":5,"args":{"stack":[1,{}]}}
{"ts":6,"type":"sample","name":"text","pid":5,"tid":5,"args":{"stack":"text"}}
EOF
