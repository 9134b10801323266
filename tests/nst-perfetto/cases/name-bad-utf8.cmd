printf '{"ts":1,"dur":1,"type":"osrt","name":"bad \377 \300\200 \355\240\200 \303","pid":10,"tid":11,"args":{"\376":"\361\200"}}\n' | nst-perfetto | ../packets
