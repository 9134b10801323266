# All names that Chrome reserves, and one that is only like them.
for name in thread_state_uninterruptible thread_state_iowait thread_state_running thread_state_runnable thread_state_sleeping thread_state_unknown \
	background_memory_dump light_memory_dump detailed_memory_dump vsync_highlight_color generic_work good bad terrible black grey white yellow olive \
	rail_response rail_animation rail_idle rail_load startup heap_dump_stack_frame heap_dump_object_type heap_dump_child_node_arrow cq_build_running \
	cq_build_passed cq_build_failed cq_build_abandoned cq_build_attempt_runnig cq_build_attempt_passed cq_build_attempt_failed \
	Good goo goods cq_build_attempt_running ''; do
	printf '{"ts":1,"dur":1,"type":"kernel","name":"%s","pid":10,"device":0,"stream":7,"cname":"%s"}\n' "$name" "$name"
done | nst-chrome | jq -r '.[] | select(.ph == "X") | [.name, .name == .cname, has("cname")] | @tsv'
