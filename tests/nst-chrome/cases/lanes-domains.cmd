# A domain that crossed another stays off lane 1; those that did not, and what has no domain, look from lane 1.
nst-chrome --no-domains <<'EOF' | jq -r -f tracks.jq
{"ts":100,"dur":100,"type":"nvtx","name":"A","pid":10,"tid":11,"domain":"one"}
{"ts":150,"dur":100,"type":"nvtx","name":"B crosses","pid":10,"tid":11,"domain":"two"}
{"ts":160,"dur":10,"type":"nvtx","name":"C would fit lane 1","pid":10,"tid":11,"domain":"two"}
{"ts":180,"dur":100,"type":"nvtx","name":"D crosses both","pid":10,"tid":11,"domain":"three"}
{"ts":190,"dur":5,"type":"nvtx","name":"E","pid":10,"tid":11}
{"ts":300,"dur":10,"type":"nvtx","name":"F alone","pid":10,"tid":11,"domain":"two"}
{"ts":320,"dur":10,"type":"nvtx","name":"G alone","pid":10,"tid":11,"domain":"three"}
{"ts":340,"dur":10,"type":"nvtx","name":"H alone","pid":10,"tid":11,"domain":"one"}
{"ts":360,"dur":10,"type":"nvtx","name":"I alone, of another thread","pid":10,"tid":12,"domain":"two"}
{"ts":380,"dur":10,"type":"nvtx-kernel","name":"J alone, projected","pid":10,"tid":11,"device":0,"domain":"two"}
{"ts":400,"dur":100,"type":"nvtx","name":"K","pid":10,"tid":11,"domain":"two"}
{"ts":450,"dur":100,"type":"nvtx","name":"L crosses its own domain","pid":10,"tid":11,"domain":"two"}
{"ts":600,"dur":100,"type":"nvtx","name":"M starts from lane 2 still","pid":10,"tid":11,"domain":"two"}
{"ts":700,"dur":100,"type":"nvtx","name":"N no domain","pid":10,"tid":11}
{"ts":750,"dur":100,"type":"nvtx","name":"O no domain crosses","pid":10,"tid":11}
{"ts":900,"dur":100,"type":"nvtx","name":"P no domain","pid":10,"tid":11}
EOF
