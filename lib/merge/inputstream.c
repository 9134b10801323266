/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/err.h"
#include "base/json.h"
#include "inputstream.h"
#include "io/filetype.h"
#include "io/out.h"
#include "io/probe.h"
#include "program/pipeline.h"
#include "quickparse.h"
#include "stream/stream.h"

/* Starts an nst-dump that writes the profile into a pipe, which becomes the input. */
static void
startdump(struct inputstream *r, const struct dumpoptions *options)
{
	char *program = pipelinebeside("nst-dump");
	struct pipeline pipeline = { 0 };
	const char *failed;

	pipelineadd(&pipeline, program);
	if (options->hosts)
		pipelineword(&pipeline, "--hosts");
	if (options->types) {
		pipelineword(&pipeline, "--type");
		pipelineword(&pipeline, options->types);
	}
	pipelineword(&pipeline, "--");
	pipelineword(&pipeline, r->path);
	r->lines.in.fd = pipelineread(&pipeline, &r->child, -1, &failed);
	if (r->lines.in.fd < 0)
		die("%s: cannot start nst-dump:", r->path);
	pipelinefree(&pipeline);
	free(program);
}

/* Reads one record of any type. Returns false at the end. */
static bool
inputstreamrecord(struct inputstream *r, unsigned want)
{
	struct parseerror error;
	struct span line;

	while (linesnext(&r->lines, &line)) {
		r->where.line++;
		if (jsonspace(line.p) == line.p + line.n)
			continue;
		if ((want == 0 && quickparse(&r->ev, line, &r->stack)) ||
		    evparse(
		        &r->ev, line, want | EVKEY(KEY_PID) | EVKEY(KEY_GPU), &r->stack, &error)) {
			r->hasrecords = true;
			return true;
		}
		if (r->lines.unterminated && r->headers > r->ends)
			return false; /* the last line is incomplete: truncated */
		streamwarnbad(&r->where, r->hasrecords ? FILETYPE_STREAM : r->lines.type, &error);
		r->failed = true;
		outflushfailed();
		exit(FAILED);
	}
	if (r->lines.error) {
		lineswarn(&r->lines, r->path);
		outflushfailed();
		exit(FAILED);
	}
	return false;
}

/* Keeps the first header. Later ones come from streams concatenated and sorted; their clock must be
 * the same. */
static void
keepheader(struct inputstream *r)
{
	static const char *const sameshift[] = { "utc", "clock", "host" };
	struct span first = bufall(&r->header);

	if (r->headers++ == 0) {
		bufspan(&r->header, r->ev.line);
		jsonpad(&r->header);
		return;
	}
	for (size_t i = 0; i < sizeof(sameshift) / sizeof(*sameshift); i++)
		if (!spansame(jsonmember(first, sameshift[i], &r->stack),
		        jsonmember(r->ev.line, sameshift[i], &r->stack)))
			evdie(&r->ev,
			    "streams of several clocks in one: give them to this program "
			    "one by one");
}

void
inputstreamopen(
    struct inputstream *r, const char *path, const struct dumpoptions *options, size_t block)
{
	struct stat st;

	*r = (struct inputstream){
		.path = streamname(path),
		.where.path = streamname(path),
		.latest = INT64_MIN,
	};
	r->lines = (struct lines){ .in.fd = STDIN_FILENO, .size = block, .path = r->path };
	r->ev.where = &r->where;
	if (strcmp(path, "-") != 0) {
		r->lines.in.fd = open(path, O_RDONLY | O_CLOEXEC);
		if (r->lines.in.fd < 0)
			die("%s:", path);
		if (probeprofile(path)) {
			close(r->lines.in.fd);
			startdump(r, options);
		}
	}
	outpipe(r->lines.in.fd);
	r->ispipe = fstat(r->lines.in.fd, &st) != 0 || !S_ISREG(st.st_mode);
}

/* Waits for the child nst-dump, which has printed any error itself. */
static void
waitdump(struct inputstream *r)
{
	int status = 0;

	if (r->child == 0)
		return;
	while (waitpid(r->child, &status, 0) < 0 && errno == EINTR)
		;
	r->child = 0;
	if (WIFSIGNALED(status))
		warn("%s: nst-dump was killed by signal %d", r->path, WTERMSIG(status));
	if (status != 0)
		r->failed = true;
}

/* Checks at the end of the input that it is complete. */
static void
checkend(struct inputstream *r, bool partial)
{
	waitdump(r);
	if (r->failed)
		return;
	r->truncated = r->headers > r->ends;
	if (!r->hasrecords && !partial) {
		warn("%s: empty input: not even a header", r->path);
		r->failed = true;
	} else if (r->truncated && !partial) {
		warn("%s: truncated input: it has a header and no end record", r->path);
		r->failed = true;
	}
}

/* Adds the skipped events of an end record. */
static void
keepskipped(struct inputstream *r)
{
	struct span line = { jsonspace(r->ev.line.p), 0 }, skipped;

	line.n = (size_t)(r->ev.line.p + r->ev.line.n - line.p);
	skipped = jsonmember(line, "skipped", &r->stack);
	if (skipped.n > 0 && *skipped.p == '{')
		skippedread(&r->skipped, skipped);
}

bool
inputstreamnext(struct inputstream *r, unsigned want, bool partial)
{
	while (inputstreamrecord(r, want)) {
		switch (r->ev.type) {
		case TYPE_HEADER:
			keepheader(r);
			break;
		case TYPE_END:
			r->ends++;
			keepskipped(r);
			break;
		case TYPE_FAILED:
			if (!r->ispipe) /* the writer of a pipe has printed the reason */
				warn("%s:%llu: the program that wrote it failed here", r->path,
				    (unsigned long long)r->where.line);
			r->failed = true;
			waitdump(r);
			return false;
		default:
			if (r->latest > r->ev.number[KEY_TS])
				evdieunsorted(&r->ev, r->latest);
			r->latest = r->ev.number[KEY_TS];
			return true;
		}
	}
	checkend(r, partial);
	return false;
}

void
inputstreamclose(struct inputstream *r)
{
	linesfree(&r->lines);
	if (r->lines.in.fd != STDIN_FILENO)
		close(r->lines.in.fd);
	if (r->child != 0) /* nst-dump ends by SIGPIPE if it has not written everything */
		waitpid(r->child, NULL, 0);
	free(r->stack.p);
	free(r->header.p);
	skippedfree(&r->skipped);
}
