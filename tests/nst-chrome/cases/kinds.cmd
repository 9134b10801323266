# GPU work and states have the colour of their kind; an event with a colour keeps it, one with a colour that Chrome does not know gets that of its kind.
nst-chrome <<'END' | jq -c '.[] | select(.ph != "M") | [.cat, .name, .cname]'
{"ts":1000,"dur":5,"type":"kernel","name":"ncclDevKernel_AllReduce","pid":10,"device":0,"context":1,"stream":7}
{"ts":1010,"dur":5,"type":"kernel","name":"sm80_xmma_gemm_f16","pid":10,"device":0,"context":1,"stream":7}
{"ts":1020,"dur":5,"type":"kernel","name":"sm80_xmma_gemm_f16","pid":10,"device":0,"context":1,"stream":7,"cname":"good"}
{"ts":1030,"dur":5,"type":"kernel","name":"sm80_xmma_gemm_f16","pid":10,"device":0,"context":1,"stream":7,"cname":"unheard of"}
{"ts":1040,"dur":5,"type":"kernel","name":"mine","pid":10,"device":0,"context":1,"stream":7}
{"ts":1050,"dur":5,"type":"memcpy","name":"Memcpy Host-to-Device","pid":10,"device":0,"context":1,"stream":7}
{"ts":1060,"dur":5,"type":"memcpy","name":"Memcpy Peer-to-Peer","pid":10,"device":0,"context":1,"stream":7}
{"ts":1070,"dur":5,"type":"memset","name":"Memset","pid":10,"device":0,"context":1,"stream":7}
{"ts":1080,"dur":5,"type":"cuda-api","name":"gemm","pid":10,"tid":10}
{"ts":1090,"dur":5,"type":"nvtx","name":"softmax","pid":10,"tid":10}
{"ts":1100,"dur":5,"type":"gpu-state","name":"before","pid":10,"device":0}
{"ts":1105,"dur":5,"type":"gpu-state","name":"compute","pid":10,"device":0}
{"ts":1110,"dur":5,"type":"gpu-state","name":"compute+communication","pid":10,"device":0}
{"ts":1115,"dur":5,"type":"gpu-state","name":"idle","pid":10,"device":0}
END
