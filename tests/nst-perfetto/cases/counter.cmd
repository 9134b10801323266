# A counter belongs to its GPU or process; its descriptor comes first, and it needs no thread.
nst-perfetto <<'EOF' | ../packets
{"ts":1,"type":"gpu-metric","name":"SM active","device":0,"value":12.5}
{"ts":1,"type":"gpu-metric","name":"SM active","device":1,"value":-3}
{"ts":2,"type":"gpu-metric","name":"SM active","device":0,"value":99,"args":{"unit":"%"}}
{"ts":3,"type":"memory","name":"used","pid":10,"tid":11,"value":9223372036854775807}
{"ts":4,"type":"memory","name":"used","pid":10,"tid":12,"value":1e20}
EOF
