# Processes and their tracks as viewers sort them, with the indexes. Of two names the later one counts.
def known: map({key: .name, value: .args}) | from_entries;
(map(select(.ph == "M" and (.name | startswith("process"))) ) | group_by(.pid) | map({key: "\(.[0].pid)", value: known}) | from_entries) as $processes
| (map(select(.ph == "M" and (.name | startswith("thread")))) | group_by([.pid, .tid]) | map(known + {pid: .[0].pid} + $processes["\(.[0].pid)"]))
| sort_by([.process_sort_index.sort_index, .thread_sort_index.sort_index])[]
| [.process_sort_index.sort_index, .process_name.name, .pid, .thread_sort_index.sort_index, .thread_name.name] | @tsv
