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

/* Returns true if the file is a profile, compressed or not. */
static bool
isprofile(const char *path)
{
	bool packed;

	return filetypeprofile(probefile(path, &packed));
}

/* Starts an nst-dump that writes the profile into a pipe, which becomes the input. */
static void
startdump(struct inputstream *f, const struct dumpoptions *options)
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
	pipelineword(&pipeline, f->path);
	f->lines.in.fd = pipelineread(&pipeline, &f->child, -1, &failed);
	if (f->lines.in.fd < 0)
		die("%s: cannot start nst-dump:", f->path);
	pipelinefree(&pipeline);
	free(program);
}

/* Reads one record of any type. Returns false at the end. */
static bool
inputstreamrecord(struct inputstream *f, unsigned want)
{
	struct parseerror error;
	struct span line;

	while (linesnext(&f->lines, &line)) {
		f->where.line++;
		if (jsonspace(line.p) == line.p + line.n)
			continue;
		if ((want == 0 && quickparse(&f->ev, line, &f->stack)) ||
		    evparse(
		        &f->ev, line, want | EVKEY(KEY_PID) | EVKEY(KEY_GPU), &f->stack, &error)) {
			f->any = true;
			return true;
		}
		if (f->lines.unterminated && f->headers > f->ends)
			return false; /* the last line is incomplete: truncated */
		streamwarnbad(&f->where, f->any ? FILETYPE_STREAM : f->lines.type, &error);
		f->failed = true;
		outflushfailed();
		exit(FAILED);
	}
	if (f->lines.error) {
		lineswarn(&f->lines, f->path);
		outflushfailed();
		exit(FAILED);
	}
	return false;
}

/* Keeps the first header. Later ones come from streams concatenated and sorted; their clock must be
 * the same. */
static void
keepheader(struct inputstream *f)
{
	static const char *const sameshift[] = { "utc", "clock", "host" };
	struct span first = bufall(&f->header);

	if (f->headers++ == 0) {
		bufspan(&f->header, f->ev.line);
		jsonpad(&f->header);
		return;
	}
	for (size_t i = 0; i < sizeof(sameshift) / sizeof(*sameshift); i++)
		if (!spansame(jsonmember(first, sameshift[i], &f->stack),
		        jsonmember(f->ev.line, sameshift[i], &f->stack)))
			evdie(&f->ev,
			    "streams of several clocks in one: give them to this program "
			    "one by one");
}

void
inputstreamopen(
    struct inputstream *f, const char *path, const struct dumpoptions *options, size_t block)
{
	struct stat st;

	*f = (struct inputstream){
		.path = streamname(path),
		.where.path = streamname(path),
		.latest = INT64_MIN,
	};
	f->lines = (struct lines){ .in.fd = STDIN_FILENO, .size = block };
	f->ev.where = &f->where;
	if (strcmp(path, "-") != 0) {
		f->lines.in.fd = open(path, O_RDONLY | O_CLOEXEC);
		if (f->lines.in.fd < 0)
			die("%s:", path);
		if (isprofile(path)) {
			close(f->lines.in.fd);
			startdump(f, options);
		}
	}
	outpipe(f->lines.in.fd);
	f->pipe = fstat(f->lines.in.fd, &st) != 0 || !S_ISREG(st.st_mode);
}

/* Waits for the child nst-dump, which has printed any error itself. */
static void
reap(struct inputstream *f)
{
	int status = 0;

	if (f->child == 0)
		return;
	while (waitpid(f->child, &status, 0) < 0 && errno == EINTR)
		;
	f->child = 0;
	if (WIFSIGNALED(status))
		warn("%s: nst-dump was killed by signal %d", f->path, WTERMSIG(status));
	if (status != 0)
		f->failed = true;
}

/* Checks at the end of the input that it is complete. */
static void
intakefinish(struct inputstream *f, bool partial)
{
	reap(f);
	if (f->failed)
		return;
	f->cut = f->headers > f->ends;
	if (!f->any && !partial) {
		warn("%s: empty input: not even a header", f->path);
		f->failed = true;
	} else if (f->cut && !partial) {
		warn("%s: truncated input: it has a header and no end record", f->path);
		f->failed = true;
	}
}

bool
inputstreamnext(struct inputstream *f, unsigned want, bool partial)
{
	while (inputstreamrecord(f, want)) {
		switch (f->ev.type) {
		case TYPE_HEADER:
			keepheader(f);
			break;
		case TYPE_END:
			f->ends++;
			break;
		case TYPE_FAILED:
			if (!f->pipe) /* the writer of a pipe has printed the reason */
				warn("%s:%llu: the program that wrote it failed here", f->path,
				    (unsigned long long)f->where.line);
			f->failed = true;
			reap(f);
			return false;
		default:
			if (f->latest > f->ev.number[KEY_TS])
				evdieunsorted(&f->ev, f->latest);
			f->latest = f->ev.number[KEY_TS];
			return true;
		}
	}
	intakefinish(f, partial);
	return false;
}

void
inputstreamclose(struct inputstream *f)
{
	linesfree(&f->lines);
	if (f->lines.in.fd != STDIN_FILENO)
		close(f->lines.in.fd);
	if (f->child != 0) /* nst-dump ends by SIGPIPE if it has not written everything */
		waitpid(f->child, NULL, 0);
	free(f->stack.p);
	free(f->header.p);
}
