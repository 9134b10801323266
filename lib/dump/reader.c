/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "reader.h"

void
readeropen(struct reader *r, const char *path, const struct wanted *wanted)
{
	profileopen(&r->profile, path);
	metaopen(&r->meta, &r->profile);
	r->writer = (struct rowwriter){ .profile = &r->profile, .meta = &r->meta };
	r->tables = xreallocarray(NULL, schemacount(), sizeof(*r->tables));
	r->count = 0;
	for (const struct source *s = schema; s->table; s++) {
		if (s > schema && strcmp(s->table, (s - 1)->table) == 0)
			continue;
		if (tablebind(&r->tables[r->count], &r->profile, s, wanted))
			r->count++;
	}
}

void
readerruns(struct reader *r, struct runs *runs)
{
	size_t count;
	struct part *parts = partsmake(r->tables, r->count, runs, 1, &count);

	for (size_t i = 0; i < count; i++)
		partfind(&parts[i], &r->tables[parts[i].table]);
	partsjoin(parts, count, runs);
	readernames(r, runs);
}

void
readernames(struct reader *r, const struct runs *runs)
{
	if (runs->unnamed)
		r->meta.unnamed = true;
	else
		metanvtx(&r->meta, runs->names, runs->namecount);
}

void
readerclose(struct reader *r)
{
	while (r->count > 0)
		tablefree(&r->tables[--r->count]);
	free(r->tables);
	rowwriterfree(&r->writer);
	metaclose(&r->meta);
	profileclose(&r->profile);
}
