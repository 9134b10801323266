/* SPDX-License-Identifier: MIT */
#include "base/spelling.h"
#include "color.h"

/* The colour names that Chrome's trace viewer reserves. Any other name makes it reject the whole
 * trace. "runnig" is misspelt in Chrome. */
static const struct {
	const char *name;
	int rgb[3];
} colors[] = {
	{ "thread_state_uninterruptible", { 182, 125, 143 } },
	{ "thread_state_iowait", { 255, 140, 0 } },
	{ "thread_state_running", { 126, 200, 148 } },
	{ "thread_state_runnable", { 133, 160, 210 } },
	{ "thread_state_sleeping", { 240, 240, 240 } },
	{ "thread_state_unknown", { 199, 155, 125 } },
	{ "background_memory_dump", { 0, 180, 180 } },
	{ "light_memory_dump", { 0, 0, 180 } },
	{ "detailed_memory_dump", { 180, 0, 180 } },
	{ "vsync_highlight_color", { 0, 0, 255 } },
	{ "generic_work", { 125, 125, 125 } },
	{ "good", { 0, 125, 0 } },
	{ "bad", { 180, 125, 0 } },
	{ "terrible", { 180, 0, 0 } },
	{ "black", { 0, 0, 0 } },
	{ "grey", { 221, 221, 221 } },
	{ "white", { 255, 255, 255 } },
	{ "yellow", { 255, 255, 0 } },
	{ "olive", { 100, 100, 0 } },
	{ "rail_response", { 67, 135, 253 } },
	{ "rail_animation", { 244, 74, 63 } },
	{ "rail_idle", { 238, 142, 0 } },
	{ "rail_load", { 13, 168, 97 } },
	{ "startup", { 230, 230, 0 } },
	{ "heap_dump_stack_frame", { 128, 128, 128 } },
	{ "heap_dump_object_type", { 0, 0, 255 } },
	{ "heap_dump_child_node_arrow", { 204, 102, 0 } },
	{ "cq_build_running", { 255, 255, 119 } },
	{ "cq_build_passed", { 153, 238, 102 } },
	{ "cq_build_failed", { 238, 136, 136 } },
	{ "cq_build_abandoned", { 187, 187, 187 } },
	{ "cq_build_attempt_runnig", { 222, 222, 75 } },
	{ "cq_build_attempt_passed", { 103, 218, 35 } },
	{ "cq_build_attempt_failed", { 197, 81, 81 } },
};

enum { COLORS = sizeof(colors) / sizeof(*colors) };

const char *
colorfind(struct span name)
{
	for (int i = 0; i < COLORS; i++)
		if (spanis(name, colors[i].name))
			return colors[i].name;
	return NULL;
}

const char *
colornearest(int red, int green, int blue)
{
	int want[3] = { red, green, blue }, best = 0;
	long least = -1;

	for (int i = 0; i < COLORS; i++) {
		long away = 0;

		for (int j = 0; j < 3; j++)
			away += (long)(colors[i].rgb[j] - want[j]) * (colors[i].rgb[j] - want[j]);
		if (least < 0 || away < least) {
			least = away;
			best = i;
		}
	}
	return colors[best].name;
}

const char *
colorsuggest(struct span name)
{
	const char *names[COLORS];

	for (int i = 0; i < COLORS; i++)
		names[i] = colors[i].name;
	return spellingnearest(name.p, name.n, names, COLORS);
}
