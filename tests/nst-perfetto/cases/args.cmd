nst-perfetto <<'EOF' | ../packets
{"ts":1,"dur":1,"type":"osrt","name":"n","pid":10,"tid":11,"args":{"int":-5,"zero":0,"most":9223372036854775807,"more":18446744073709551616,"half":0.5,"e":1E3,"yes":true,"no":false,"none":null,"text":"a\"b","empty":"","":1}}
{"ts":2,"dur":1,"type":"osrt","name":"n","pid":10,"tid":11,"args": { "grid" : [ 1 , [ ] , { } , [2,{"x":[null,"y"]}] ] , "o":{"a":{"b":[]},"c":1} } }
{"ts":3,"dur":1,"type":"osrt","name":"n","pid":10,"tid":11,"args":{}}
EOF
