-- SPDX-License-Identifier: MIT
-- The rows of a trace as Perfetto's UI draws them, from top to bottom: depth, label, what kind of row, its unit and scale, how many slices, instants and values;
-- then what it is sorted by and its tracks in SQL.
-- As its plugins do: tracks without a parent by their order, processes at the 50th place by their hint, in a process its threads by their hints, unseen,
-- with what is theirs, and then what else it has.
with recursive
nodes as (
	select min_track_id as id, parent_id as parent, upid, utid, ifnull(name, '') as label, order_id, is_counter, ifnull(unit, '') as unit,
		ifnull(y_axis_share_key, '') as scale, has_callstacks, has_data, track_ids
	from _track_event_tracks_ordered_groups where has_data or has_children),
owned as (
	select nodes.id, ifnull(nodes.upid, thread.upid) as upid, iif(nodes.utid is null, nodes.order_id, 0) as place,
		ifnull(extract_arg(thread.arg_set_id, 'thread_sort_index_hint'), 0) as hint
	from nodes left join thread on thread.utid = nodes.utid where parent is null and (nodes.upid is not null or nodes.utid is not null)),
processes as (
	select upid, name || ' ' || pid as label, printf('%06d %06d', 50, ifnull(extract_arg(arg_set_id, 'process_sort_index_hint'), 0)) as path
	from process where upid in (select upid from owned)),
tree(id, depth, path) as (
	select id, 0, printf('%06d %06d', order_id, 0) from nodes where parent is null and upid is null and utid is null
	union all
	select owned.id, 1, processes.path || printf(' %06d %06d', place, hint) from owned join processes using (upid)
	union all
	select nodes.id, tree.depth + 1, tree.path || printf(' %06d', nodes.order_id) from nodes join tree on nodes.parent = tree.id)
select depth, label, iif(not has_data, 'group', iif(is_counter, 'counter', iif(has_callstacks, 'stacks', 'track'))) as kind, unit, scale,
	(select count(*) from slice where ',' || track_ids || ',' like '%,' || track_id || ',%') + (select count(*) from counter where track_id = nodes.id) as events, path, track_ids
from tree join nodes using (id)
union all
select 0, label, 'process', '', '', 0, path, '' from processes
order by path
