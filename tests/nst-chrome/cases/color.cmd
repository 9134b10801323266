# Annotated colours become the nearest of Chrome's; a cname that Chrome knows goes before.
for color in '#b40000' '#ffffff' '#000000' '#0000ff' '#7d7d7d' '#7f7f7f' '#76b900' '#FF0000' '#f0F0f0' '#b7b7b7' '#5fb404'; do
	printf '{"ts":1,"dur":1,"type":"nvtx","name":"%s","pid":10,"tid":11,"args":{"color":"%s"}}\n' "$color" "$color"
done | nst-chrome | jq -r '.[] | select(.ph == "X") | [.name, .cname] | @tsv'
nst-chrome <<'EOF' | jq -r '.[] | select(.ph != "M") | [.name, .cname, .args.color] | @tsv'
{"ts":1,"dur":1,"type":"nvtx","name":"cname first","pid":10,"tid":11,"cname":"good","args":{"color":"#b40000"}}
{"ts":2,"dur":1,"type":"nvtx","name":"unusable cname","pid":10,"tid":11,"cname":"puce","args":{"color":"#b40000"}}
{"ts":3,"open":true,"type":"nvtx","name":"open","pid":10,"tid":11,"args":{"color":"#b40000"}}
{"ts":4,"type":"nvtx-mark","name":"mark","pid":10,"tid":11,"args":{"color":"#b40000"}}
{"ts":5,"dur":1,"type":"nvtx-kernel","name":"projected","pid":10,"tid":11,"device":0,"args":{"color":"#b40000"}}
{"ts":6,"dur":1,"type":"osrt","name":"not NVTX","pid":10,"tid":11,"args":{"color":"#b40000"}}
{"ts":7,"dur":1,"type":"kernel","name":"not NVTX either","pid":10,"device":0,"stream":7,"args":{"color":"#b40000"}}
{"ts":8,"dur":1,"type":"nvtx","name":"short","pid":10,"tid":11,"args":{"color":"#b400"}}
{"ts":9,"dur":1,"type":"nvtx","name":"long","pid":10,"tid":11,"args":{"color":"#b4000000"}}
{"ts":10,"dur":1,"type":"nvtx","name":"no #","pid":10,"tid":11,"args":{"color":"bb40000"}}
{"ts":11,"dur":1,"type":"nvtx","name":"number","pid":10,"tid":11,"args":{"color":123456789}}
EOF
