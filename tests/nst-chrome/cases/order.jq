# Processes and their tracks as viewers sort them, with the indexes.
(map(select(.ph == "M")) | group_by([.pid, .tid]) | map((map({key: .name, value: .args}) | from_entries) + {pid: .[0].pid}))
| sort_by([.process_sort_index.sort_index, .thread_sort_index.sort_index])[]
| [.process_sort_index.sort_index, .process_name.name, .pid, .thread_sort_index.sort_index, .thread_name.name] | @tsv
