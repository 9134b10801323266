nst-link ops.in.ndjson

for ops in kernel memcpy memset graph memcpy,memset,kernel,graph; do
	echo "--ops $ops:"
	nst-link --ops $ops ops.in.ndjson | grep nvtx-kernel
done
