/* SPDX-License-Identifier: MIT */
#include "fit.h"
#include "pagereader.h"
#include "stream/pidcheck.h"
#include "stream/reread.h"
#include "stream/stream.h"

/* The page that collects the messages of this program. */
static struct webpage *listening;

static void
hear(const char *message)
{
	bufmem(&listening->heard, message, strlen(message) + 1);
}

enum status
pagereaderread(struct webpage *p, const char *path, uint64_t budget, bool partial)
{
	struct reread input = { .path = path };
	struct pidcheck merged;
	enum status status;

	fitbegin(p, budget);
	listening = p;
	errsetlistener(hear);
	pidcheckinit(&merged);
	merged.stage.next = &p->stage;
	if (budget > 0)
		rereadopen(&input, path);
	status = budget > 0 ? rereadrun(&input, &merged.stage, partial)
	                    : streamrun(&merged.stage, path, partial);
	p->failed = status != DONE;
	pidcheckfree(&merged);
	pagesettle(p, streamname(path));
	if (fitend(p, &input, budget) != DONE)
		status = FAILED;
	errsetlistener(NULL);
	return status;
}
