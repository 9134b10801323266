/* SPDX-License-Identifier: MIT */
#include "base/err.h"
#include "io/filetype.h"
#include "open.h"
#include "source/report/reportsource.h"
#include "source/sqlite/sqlitesource.h"
#include "source/trace/tracesource.h"

/* The first format that recognizes a file opens it. */
static const struct sourceformat *const formats[] = { &reportformat, &sqliteformat, &traceformat,
	&packedformat };

enum { FORMATS = sizeof(formats) / sizeof(*formats) };

/* Ends the program: a file is of no format. */
static void __attribute__((noreturn))
refuse(const struct sourcefile *f)
{
	enum filetype type = filetypenamed((struct span){ (const char *)f->head, f->n }, f->name);

	for (size_t i = 0; i < FORMATS; i++)
		if (formats[i]->refuse)
			formats[i]->refuse(f);
	if (type == FILETYPE_PERFETTO)
		die("%s: %s, not a profile: dump the profile that it was made of, or a trace of "
		    "nst-chrome",
		    f->name, filetypename(type));
	if (type == FILETYPE_STREAM && memmem(f->head, f->n < 16 ? f->n : 16, "\"ts\"", 4))
		die("%s: %s, not a profile: it needs no nst-dump", f->name, filetypename(type));
	if ((type == FILETYPE_OTHER || type == FILETYPE_STREAM) && filetypebysuffix(f->name))
		die("%s: %s", f->name, filetypebysuffix(f->name));
	die("%s: neither a report nor an export nor a trace", f->name);
}

/* Returns the format of a file; ends the program if it has none. */
static const struct sourceformat *
formatof(const struct sourcefile *f)
{
	for (size_t i = 0; i < FORMATS; i++)
		if (formats[i]->is(f))
			return formats[i];
	refuse(f);
}

struct source *
openprofile(const char *path, const struct sourceoptions *options)
{
	struct sourcefile f;
	struct source *s;

	sourcefileread(&f, path);
	s = formatof(&f)->open(&f, options);
	sourcefilefree(&f);
	/* cppcheck-suppress returnDanglingLifetime ; a source keeps no pointer to f */
	return s;
}
