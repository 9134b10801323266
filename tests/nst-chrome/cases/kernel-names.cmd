# The label of a kernel tells first what it does; no two have the same; the whole name is an arg.
nst-chrome <<'EOF' | jq -r '.[] | select(.ph == "X") | [.name, .args.demangled] | @tsv'
{"ts":1,"dur":1,"type":"kernel","name":"gemm","pid":10,"device":0,"stream":7}
{"ts":2,"dur":1,"type":"kernel","name":"void saxpy(int, float *)","pid":10,"device":0,"stream":7}
{"ts":3,"dur":1,"type":"kernel","name":"void saxpy(int, double *)","pid":10,"device":0,"stream":7}
{"ts":4,"dur":1,"type":"kernel","name":"void saxpy(int, float *)","pid":10,"device":0,"stream":7}
{"ts":5,"dur":1,"type":"kernel","name":"void ns::each<(int)4, ns::<unnamed>::AddFunctor<float>, std::array<char *, (unsigned long)2>>(int, T2, T3)","pid":10,"device":0,"stream":7}
{"ts":6,"dur":1,"type":"kernel","name":"void ns::each<(int)4, ns::BinaryFunctor<float, ns::AddFunctor<float>>, std::array<char *, (unsigned long)2>>(int, T2, T3)","pid":10,"device":0,"stream":7}
{"ts":7,"dur":1,"type":"kernel","name":"void ns::each<(int)2, ns::copy(ns::It &)::[lambda() (instance 3)]::operator ()() const::[lambda(float) (instance 1)]>(T2)","pid":10,"device":0,"stream":7}
{"ts":8,"dur":1,"type":"kernel","name":"void fold<(int)512, ReduceOp<float, MeanOps<float, float>, (int)4>>(T3)","pid":10,"device":0,"stream":7}
{"ts":9,"dur":1,"type":"kernel","name":"(anonymous namespace)::softmax<float, (int)6, (bool)0>(float *)","pid":10,"device":0,"stream":7}
{"ts":10,"dur":1,"type":"kernel","name":"odd \u00e9 <name","pid":10,"device":0,"stream":7}
{"ts":11,"dur":1,"type":"kernel","name":"short","pid":10,"device":0,"stream":7,"args":{"demangled":"void short_one<float>(float)"}}
{"ts":12,"dur":1,"type":"kernel","name":"<<<>>>((","pid":10,"device":0,"stream":7}
EOF
