/* SPDX-License-Identifier: MIT */
/* reportscan.h: of several blocks that cannot be read the first is told, whoever reads it. */
#include "base/err.h"
#include "dump/open.h"
#include "made.h"
#include "tap.h"

enum { BLOCKS = 40, FIRST = 4, ROWS = 3000 };

struct streamreader {
	const char *path;
	unsigned readers;
};

static void
look(const void *arg)
{
	const struct streamreader *r = arg;
	const struct sourceoptions options = { .threads = r->readers };

	openprofile(r->path, &options);
}

/* An event without the end of its payload. */
static void
madecut(struct made *m)
{
	protobytes(&m->events, 1, (struct span){ "\x08\x4f\xda\x06\x01\x08", 6 });
	m->eventcount++;
}

int
main(void)
{
	static const unsigned readers[] = { 1, 2, 3, 8 };
	struct made m = { 0 };
	char *path, *first = NULL;

	/* The first one takes longest to read, and nothing is wrong before its end. */
	for (unsigned i = 0; i < BLOCKS; i++) {
		for (unsigned row = 0; i <= FIRST && row < ROWS; row++)
			madecall(&m, 48, 0, row, 0);
		if (i >= FIRST)
			madecut(&m);
		madeblock(&m);
	}
	madestring(&m, "call");
	path = madefile(&m);
	for (size_t i = 0; i < sizeof(readers) / sizeof(*readers); i++)
		for (unsigned again = 0; again < 10; again++) {
			struct streamreader r = { path, readers[i] };
			struct child c = childrun(look, &r, NULL);

			ok(c.status == FAILED && strstr(c.err.p, "malformed: an event that is cut"),
			    "%u readers: the program ends", readers[i]);
			if (first)
				ok(strcmp(c.err.p, first) == 0,
				    "%u readers: the same block is told: %s", readers[i],
				    c.err.p);
			else
				first = xstrdup(c.err.p);
			childfree(&c);
		}
	remove(path);
	free(path);
	free(first);
	madefree(&m);
	return tapend();
}
