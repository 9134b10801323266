# The trace starts at the first event of the stream, which is written when its device is known.
nst-chrome --labels <<'EOF'
{"ts":-5,"dur":1,"type":"nvtx","name":"a","pid":10,"tid":11}
{"ts":-3,"dur":1,"type":"kernel","name":"k","pid":20,"device":0,"context":1,"stream":7}
{"ts":-2,"dur":1,"type":"kernel","name":"l","pid":10,"device":0,"context":1,"stream":7}
EOF
