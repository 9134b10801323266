# The types of nst-dump(1), and those that other programs add.
for type in graph kernel memcpy memset decompress host-launch cuda-event um-fault gpu-context-switch nvvideo-gpu \
	call-kernel collective gpu-state block nvtx-kernel cuda-api gpu-metric; do
	printf '{"ts":1,"type":"%s"}\n' "$type"
done | nst-filter --partial --type gpu | jq -r .type | paste -sd ' ' -
