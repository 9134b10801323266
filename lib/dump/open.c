/* SPDX-License-Identifier: MIT */
#include "base/err.h"
#include "io/filetype.h"
#include "open.h"
#include "source/report/reportsource.h"
#include "source/sqlite/sqlitesource.h"

/* The first format that recognizes a file opens it. */
static const struct sourceformat *const formats[] = { &reportformat, &sqliteformat, &packedformat };

enum { FORMATS = sizeof(formats) / sizeof(*formats) };

/* Ends the program: a file is of no format. */
static void __attribute__((noreturn))
refuse(const struct sourcefile *f)
{
	enum filetype type = filetypeof((struct span){ (const char *)f->head, f->n });

	for (size_t i = 0; i < FORMATS; i++)
		if (formats[i]->refuse)
			formats[i]->refuse(f);
	if (type == FILETYPE_CHROME || type == FILETYPE_PERFETTO)
		die("%s: %s, not a profile", f->name, filetypename(type));
	die("%s: not an SQLite database, and no report", f->name);
}

struct source *
openprofile(const char *path, const struct sourceoptions *options)
{
	struct sourcefile f;
	struct source *s;
	size_t i = 0;

	sourcefileread(&f, path);
	while (i < FORMATS && !formats[i]->is(&f))
		i++;
	if (i == FORMATS)
		refuse(&f);
	s = formats[i]->open(&f, options);
	sourcefilefree(&f);
	return s;
}
