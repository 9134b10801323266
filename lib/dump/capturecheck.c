/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "capturecheck.h"
#include "dump/facts/capture.h"
#include "open.h"

/* The facts that identify the capture of a profile. */
struct captureid {
	struct buf host; /* a hash; no bytes if it is not known */
	int64_t utc;     /* when time 0 was, ns since 1970 */
	bool timed;      /* utc is known */
};

static struct captureid
captureof(const char *path)
{
	struct source *s = openprofile(path, &(struct sourceoptions){ .facts = true });
	struct captureid id = { .utc = 0 };
	struct buf name = { 0 };

	capturehost(s, &id.host, &name);
	id.timed = capturestart(s, "utcEpochNs", &id.utc);
	free(name.p);
	sourceclose(s);
	return id;
}

/* Returns why the export does not belong to the report, or NULL if it does. */
static const char *
difference(const struct captureid *report, const struct captureid *export)
{
	if (report->host.n == 0 || !report->timed)
		return "the report does not tell its host and start time";
	if (export->host.n == 0 || !export->timed)
		return "it does not tell its host and start time";
	if (report->host.n != export->host.n ||
	    memcmp(report->host.p, export->host.p, report->host.n) != 0)
		return "it is of another host";
	return report->utc != export->utc ? "it is of another capture, by its start time" : NULL;
}

enum status
capturecheck(const char *report, const char *export)
{
	struct captureid ofreport = captureof(report), ofexport = captureof(export);
	const char *why = difference(&ofreport, &ofexport);

	if (why)
		warn("%s: not the export of %s: %s", export, report, why);
	free(ofreport.host.p);
	free(ofexport.host.p);
	return why ? FAILED : DONE;
}
