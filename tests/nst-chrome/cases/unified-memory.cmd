nst-chrome <<'EOF'
{"ts":1,"dur":9,"type":"memcpy","name":"Memcpy Unified Host-to-Device","pid":10,"device":0,"context":0,"stream":0}
{"ts":2,"dur":9,"type":"memcpy","name":"Memcpy Host-to-Device","pid":10,"device":0,"context":1,"stream":7}
EOF
