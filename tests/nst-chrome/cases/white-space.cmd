nst-chrome <<'EOF'
 { "name" : "a" ,	"tid" : 11 , "dur" : 1 , "args" : { "x" : 1 } , "pid" : 10 , "ts" : 5 , "unknown" : [ ] , "type" : "osrt" } 

{"\u0074s":6,"du\u0072":2,"type":"osr\u0074","name":"b","pid":10,"tid":11}
EOF
