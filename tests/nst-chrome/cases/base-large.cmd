# From 100000 seconds on the trace starts at its first event.
for first in 99999999999999 100000000000000 1757498400123456789; do
	printf '{"ts":%s,"type":"nvtx-mark","name":"a","pid":10,"tid":11}\n{"ts":%s,"dur":7,"type":"nvtx","name":"b","pid":10,"tid":11}\n' \
		$first $((first + 1234567)) | nst-chrome | grep -o '"name":"[ab]".*'
done
