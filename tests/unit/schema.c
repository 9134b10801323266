/* SPDX-License-Identifier: MIT */
/* schema.h: the table of tables is right in itself, drawn, documented and printed. */
#include <stdlib.h>

#include "schema.h"
#include "tap.h"
#include "track.h"

/* The types whose events are drawn with those that are not ours, on purpose. */
static const enum event_type drawnasother[] = { TYPE_OTHER };

static bool
begins(const struct buf *b, const char *text)
{
	return b->n >= strlen(text) && memcmp(b->p, text, strlen(text)) == 0;
}

/* Checks how the events of a type are drawn. */
static void
drawn(enum event_type type)
{
	struct event ev = { .type = type, .has = EVKEY(KEY_PID) | EVKEY(KEY_TID) | EVKEY(KEY_DEVICE) | EVKEY(KEY_STREAM) };
	struct layout l = { 0 };
	struct buf label = { 0 };
	bool gpu = evfamily(type) == FAMILY_GPU, other = false;
	uint32_t number = layouttrack(&l, &ev);
	const struct track *t = &l.tracks[number];

	for (size_t i = 0; i < sizeof(drawnasother) / sizeof(*drawnasother); i++)
		other = other || drawnasother[i] == type;
	layoutlabel(&ev, &label);
	ok(layoutgpu(&ev) == (gpu || type == TYPE_NVTX_KERNEL), "%s is drawn with a %s", evtypename(type), gpu ? "GPU" : "process");
	ok(begins(&t->name, "Stream") == gpu && begins(&label, "Stream ") == gpu, "%s: on a stream or not", evtypename(type));
	ok(!memmem(t->name.p, t->name.n, "(null)", 6) && !memmem(label.p, label.n, "(null)", 6), "%s: its track has a name", evtypename(type));
	ok(begins(&t->name, "Other") == other && begins(&label, "Thread ") == other, "%s: and one of its own", evtypename(type));
	free(label.p);
	layoutfree(&l);
}

static void
types(void)
{
	static const enum event_type dumped[] = { TYPE_KERNEL, TYPE_MEMCPY, TYPE_MEMSET, TYPE_GRAPH, TYPE_CUDA_API, TYPE_CUDA_SYNC, TYPE_NVTX, TYPE_NVTX_MARK, TYPE_OSRT,
		TYPE_SCHED };
	bool have[TYPE_COUNT + 1] = { false };
	size_t count = 0;

	for (const struct source *s = schema; s->table; s++, count++)
		have[s->type] = true;
	ok(count == schemacount() && !schema[count].table, "schemacount");
	for (size_t i = 0; i < sizeof(dumped) / sizeof(*dumped); i++)
		ok(have[dumped[i]], "there is a source of %s", evtypename(dumped[i]));
	ok(!have[TYPE_STREAM] && !have[TYPE_END] && !have[TYPE_NVTX_KERNEL], "and none of what programs make");
	for (int type = 0; type < TYPE_COUNT; type++)
		if (evfamily((enum event_type)type) != FAMILY_CONTROL)
			drawn((enum event_type)type);
}

/* What schemacheck says, said again from the header, so that a check that is lost is seen. */
static void
sources(void)
{
	int faults = 0;

	ok(schemacheck() == 0, "schemacheck finds no fault");
	for (const struct source *s = schema; s->table; s++) {
		const struct field *f = s->fields;
		bool args = false;

		faults += f->kind != K_START || !f->required || strcmp(f->key, "ts") != 0 || !f->column;
		for (f++; f->kind != K_END_OF_ROW; f++) {
			faults += f->kind == K_START || (f->kind == K_ARGS && args);
			args = args || f->kind == K_ARGS;
			faults += (f->kind == K_ONLY || f->kind == K_NOT) != !f->key;
			faults += f->key && (strpbrk(f->key, "\"\\ ") || !*f->key);
			faults += f->prefix && strpbrk(f->prefix, "\"\\");
			faults += f->column && f->column[0] != '(' && strpbrk(f->column, " []\"'`;\t\n");
			faults += (f->kind == K_STOP && strcmp(f->key, "dur") != 0) || (f->kind == K_STOP && args);
			for (const struct field *g = s->fields; g < f; g++)
				faults += f->column && g->column && f->key && g->key && strcmp(f->key, g->key) == 0 && strcmp(f->column, g->column) == 0;
		}
		faults += strpbrk(s->table, " []\"'`;") != NULL;
		faults += (s->type == TYPE_OTHER) != (s->why != NULL);
		faults += !schemareads(s->table) || schemaknown(s->table);
	}
	ok(faults == 0, "every source is one that the reader understands");
	ok(!schemareads("") && !schemareads("NVTX_EVENT") && !schemareads("NVTX_EVENTSX") && !schemareads("StringIds"), "schemareads knows whole names");
}

static void
known(void)
{
	static const char *const yes[] = { "StringIds", "PROCESSES", "ThreadNames", "ENUM_CUDA_MEMCPY_OPER", "ENUM_X", "TARGET_INFO_GPU", "TARGET_INFO_SYSTEM_ENV",
		"META_DATA_CAPTURE", "META_DATA_EXPORT", "EXPORT_META_DATA", "ANALYSIS_FILE", "ANALYSIS_DETAILS", "ProcessStreams", "sqlite_sequence", "sqlite_stat1" };
	static const char *const no[] = { "", "StringId", "StringIdsX", "XStringIds", "ENUM", "PROCESS", "GPU_METRICS", "CUPTI_ACTIVITY_KIND_KERNEL", "NVTX_EVENTS",
		"CUDNN_EVENTS", "ThreadNames2", "TARGET_INF", "*", "sqlite" };

	for (size_t i = 0; i < sizeof(yes) / sizeof(*yes); i++)
		ok(schemaknown(yes[i]), "%s holds no events", yes[i]);
	for (size_t i = 0; i < sizeof(no) / sizeof(*no); i++)
		ok(!schemaknown(no[i]), "'%s' may hold some", no[i]);
}

static void
labels(void)
{
	static const struct {
		const char *enumeration;
		int64_t code;
		const char *want;
	} table[] = {
		{ "ENUM_CUDA_MEMCPY_OPER", 1, "Host-to-Device" }, { "ENUM_CUDA_MEMCPY_OPER", 2, "Device-to-Host" }, { "ENUM_CUDA_MEMCPY_OPER", 8, "Device-to-Device" },
		{ "ENUM_CUDA_MEMCPY_OPER", 10, "Peer-to-Peer" }, { "ENUM_CUDA_MEMCPY_OPER", 99, NULL }, { "ENUM_CUDA_MEMCPY_OPER", -1, NULL },
		{ "ENUM_CUDA_MEM_KIND", 1, "Pinned" }, { "ENUM_CUDA_KERNEL_LAUNCH_TYPE", 1, "Regular" }, { "ENUM_NONE", 1, NULL }, { "", 0, NULL },
		{ "sched", 0, "sched-out" }, { "sched", 1, "sched-in" }, { "cuda-sync", 0, "Stream wait event" }, { "cuda-sync", 1, "Stream synchronize" },
		{ "cuda-sync", 2, "Event synchronize" }, { "cuda-sync", 3, "Context synchronize" }, { "cuda-sync", 4, NULL },
	};

	for (size_t i = 0; i < sizeof(table) / sizeof(*table); i++) {
		const char *got = schemalabel(table[i].enumeration, table[i].code);

		ok(got ? table[i].want && strcmp(got, table[i].want) == 0 : !table[i].want, "label %d of %s", (int)table[i].code, table[i].enumeration);
	}
}

static int
bytext(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Whether a line is five fields of what the table of tables may hold. */
static bool
fivefields(char *text)
{
	char *field[6] = { NULL };
	int n = 0;
	bool good;

	for (char *p = text; n < 6 && p; n++) {
		field[n] = p;
		p = strchr(p, '\t');
		if (p)
			*p++ = '\0';
	}
	good = n == 5 && evtype((struct span){ field[0], strlen(field[0]) }) != TYPE_OTHER && *field[1] && schemareads(field[2]) && *field[3] &&
	    (strcmp(field[4], "always") == 0 || strcmp(field[4], "if-present") == 0);
	if (!good)
		fprintf(stderr, "# %s\n", text);
	return good;
}

static void
printed(void)
{
	static const char *const must[] = {
		"kernel\tts\tCUPTI_ACTIVITY_KIND_KERNEL\tstart\talways\n", "kernel\tdur\tCUPTI_ACTIVITY_KIND_KERNEL\tend\talways\n",
		"kernel\tname\tCUPTI_ACTIVITY_KIND_KERNEL\tshortName\tif-present\n", "kernel\targs.grid\tCUPTI_ACTIVITY_KIND_KERNEL\tgridX\tif-present\n",
		"cuda-api\tcorr\tCUPTI_ACTIVITY_KIND_RUNTIME\tcorrelationId\tif-present\n", "nvtx\tname\tNVTX_EVENTS\ttext\tif-present\n",
		"memcpy\targs.bytes\tCUPTI_ACTIVITY_KIND_MEMCPY\tbytes\tif-present\n",
	};
	struct buf out = { 0 };
	char *lines[1000], *text;
	size_t count = 0, twice = 0, bad = 0;

	schemaprint(&out);
	ok(out.n > 0 && out.p[out.n - 1] == '\n', "schemaprint prints lines");
	bufchar(&out, '\0');
	for (size_t i = 0; i < sizeof(must) / sizeof(*must); i++)
		ok(strstr(out.p, must[i]) != NULL, "printed: %s", must[i]);
	for (char *p = out.p; *p && count < 1000;) {
		lines[count++] = p;
		p += strcspn(p, "\n");
		if (*p)
			*p++ = '\0';
	}
	qsort(lines, count, sizeof(*lines), bytext);
	for (size_t i = 1; i < count; i++)
		twice += strcmp(lines[i - 1], lines[i]) == 0;
	ok(count > 80 && twice == 0, "%zu lines, all different", count);
	for (size_t i = 0; i < count; i++) {
		text = xstrdup(lines[i]);
		bad += !fivefields(text);
		free(text);
	}
	ok(bad == 0, "each has an event, a key, a table, a column, and when");
	free(out.p);
}

int
main(void)
{
	sources();
	types();
	known();
	labels();
	printed();
	return tapend();
}
