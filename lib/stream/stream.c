/* SPDX-License-Identifier: MIT */
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/json.h"
#include "base/scan.h"
#include "io/lines.h"
#include "io/out.h"
#include "readahead.h"
#include "stream.h"

/* The number of lines that the thread of the stages reads itself before another one reads
 * ahead. */
enum { ALONE = 1 << 12 };

struct input {
	struct lines lines;
	bool pipe;
	struct where where; /* position of the line returned last */
};

const char *
streamname(const char *path)
{
	return path && strcmp(path, "-") != 0 ? path : "stdin";
}

void
streamwarnterminal(int fd)
{
	if (isatty(fd))
		warn("reading a stream from the terminal; see nst(7)");
}

static void
inputopen(struct input *in, int fd, const char *name, struct span begun)
{
	struct stat st;

	*in = (struct input){
		.lines = { .in.fd = fd, .in.head = begun, .size = OUT_BLOCK, .path = name },
		.where.path = name,
	};
	streamwarnterminal(fd);
	outpipe(fd);
	in->pipe = fstat(fd, &st) == 0 && S_ISFIFO(st.st_mode);
}

/* Gives the last end record that was read to the stages. */
static void
streamgiveend(struct streamreader *r)
{
	stageend(r->first,
	    &(struct streamend){ r->latest, r->endpartial, { r->skipped.p, r->skipped.n } });
	r->endpending = false;
}

/* Keeps the members of an end record, until the stages get it. */
static void
streamkeepend(struct streamreader *r, const struct event *ev)
{
	struct span line = { jsonspace(ev->line.p), 0 }, skipped;

	line.n = (size_t)(ev->line.p + ev->line.n - line.p);
	r->endpending = true;
	r->endpartial = spanis(jsonmember(line, "partial", ev->stack), "true");
	r->skipped.n = 0;
	skipped = jsonmember(line, "skipped", ev->stack);
	if (skipped.n > 0 && *skipped.p == '{')
		bufspan(&r->skipped, skipped);
	if (r->skipped.n > 0)
		jsonpad(&r->skipped);
}

/* Takes a record about the stream itself. An end record goes to the stages only after they have
 * finished, or before the next end record. */
static void __attribute__((noinline))
streamcontrol(struct streamreader *r, struct event *ev)
{
	if (ev->type == TYPE_FAILED) {
		r->failed = true;
	} else if (ev->type == TYPE_END) {
		if (r->endpending)
			streamgiveend(r);
		streamkeepend(r, ev);
		r->ends++;
	} else {
		r->headers++;
		stageheader(r->first, ev);
	}
}

void
streamwarnbad(const struct where *where, enum filetype type, const struct parseerror *error)
{
	if (filetypeforeign(type))
		warn("%s: %s, not a stream of events%s", where->path, filetypename(type),
		    filetyperemedy(type));
	else if (type == FILETYPE_OTHER && filetypebysuffix(where->path))
		warn("%s: %s", where->path, filetypebysuffix(where->path));
	else
		warn("%s:%llu: bad line: %s (byte %zu)", where->path,
		    (unsigned long long)where->line, error->why, error->at + 1);
}

/* Calls stop of the stages. A last stage that has no such function finishes instead. */
static void
streamstopstages(const struct streamreader *r)
{
	struct stage *last = stagelast(r->first);

	stagestop(r->first);
	if (!last->stop && last->finish)
		last->finish(last);
}

void
streamreaderstop(struct streamreader *r)
{
	streamstopstages(r);
	free(r->skipped.p);
}

enum status
streamreaderend(struct streamreader *r, const char *name)
{
	uint64_t missing = r->headers > r->ends ? r->headers - r->ends : 0;
	bool whole = r->partial || (r->any && missing == 0);

	if (!whole && r->events == 0)
		streamstopstages(r);
	else
		stagefinish(r->first, r->latest);
	if (r->endpending)
		streamgiveend(r);
	for (; r->partial && missing > 0; missing--)
		stageend(r->first, &(struct streamend){ .latest = r->latest, .partial = true });
	free(r->skipped.p);
	if (!whole && !r->any)
		warn("%s: empty input: not even a header", name);
	else if (!whole)
		warn("%s: truncated input: it has a header and no end record", name);
	return whole ? DONE : FAILED;
}

void
streamreadergive(struct streamreader *r, struct event *ev)
{
	if (!r->any || ev->number[KEY_TS] > r->latest)
		r->latest = ev->number[KEY_TS];
	r->any = true;
	if (EVTYPE(ev->type) & (EVTYPE(TYPE_HEADER) | EVTYPE(TYPE_END) | EVTYPE(TYPE_FAILED))) {
		streamcontrol(r, ev);
		return;
	}
	r->events++;
	r->first->event(r->first, ev);
}

/* Moves p behind a text. Returns false if there is another. */
static bool
passtext(const char **p, const char *text, size_t n)
{
	if (memcmp(*p, text, n) != 0)
		return false;
	*p += n;
	return true;
}

#define PASS(p, text) passtext(p, text, sizeof(text) - 1)

/* Moves p behind a number of at most 18 digits. Returns false if there is none. */
static bool
passdigits(const char **p, uint64_t *v)
{
	const char *end = scandigits(*p, v);
	ptrdiff_t n = end - *p;

	*p = end;
	return n > 0 && n <= 18;
}

/* Returns true if a line, in the form that our programs write, is an event that a sated first stage
 * drops; sets *ts. It reads only the beginning of the line. */
static bool
streamisneedless(const struct stage *first, struct span line, int64_t *ts)
{
	const char *p = line.p, *end;
	uint64_t v = 0, dur = 0;
	enum event_type type;

	if (!PASS(&p, "{\"ts\":") || line.p[line.n - 1] != '}' || !passdigits(&p, &v) ||
	    (int64_t)v < first->lateness)
		return false;
	if (PASS(&p, ",\"dur\":") && !passdigits(&p, &dur))
		return false;
	if (!PASS(&p, ",\"type\":\""))
		return false;
	end = scanplain(p);
	type = evtype((struct span){ p, (size_t)(end - p) });
	*ts = (int64_t)v;
	return *end == '"' && evfamily(type) != FAMILY_CONTROL;
}

/* Does to an event that no stage needs what streamreadergive does to others. */
static void
streampassover(struct streamreader *r, int64_t ts)
{
	if (ts > r->latest)
		r->latest = ts;
	r->events++;
}

/* The reading of an input. */
struct reading {
	struct streamreader *reader;
	struct input *in;
	unsigned want; /* bits of the integer keys to decode */
	struct event ev;
	struct buf stack;
	bool bad; /* the line at in->where is no record */
	bool cut; /* that line is the last one of the input, without a newline */
	struct parseerror error;
};

/* Returns true if no more records are wanted. */
static bool
enough(const struct reading *x)
{
	return x->bad || x->reader->failed || x->reader->first->enough;
}

/* Reads and parses lines in this thread, up to a number of the line. Returns false at the end. */
static bool
readlines(struct reading *x, uint64_t last)
{
	struct streamreader *r = x->reader;
	struct span line;
	int64_t ts;

	while (!enough(x)) {
		if (x->in->where.line == last)
			return true;
		if (!linesnext(&x->in->lines, &line))
			return false;
		x->in->where.line++;
		if (r->first->sated && streamisneedless(r->first, line, &ts)) {
			streampassover(r, ts);
			continue;
		}
		if (jsonblank(line))
			continue;
		if (evparse(&x->ev, line, x->want, &x->stack, &x->error)) {
			streamreadergive(r, &x->ev);
		} else {
			x->bad = true;
			x->cut = x->in->lines.unterminated;
		}
	}
	return false;
}

/* Takes a line of a batch that is no record. The first stage may have become sated since it was
 * parsed; then the line is passed over as in one thread. */
static void
takebad(struct reading *x, const struct readbatch *b, size_t i)
{
	struct streamreader *r = x->reader;
	int64_t ts;

	if (r->first->sated && streamisneedless(r->first, batchline(&b->batch, i), &ts)) {
		streampassover(r, ts);
		return;
	}
	x->bad = true;
	x->cut = b->unterminated && i + 1 == b->batch.count;
}

/* Gives the records of a batch to the stages. */
static void
takebatch(struct reading *x, struct readbatch *b)
{
	uint64_t before = x->in->where.line;

	batchshare(&b->batch);
	for (size_t i = 0; i < b->batch.count; i++) {
		if (enough(x))
			return;
		x->in->where.line = before + b->lines[i];
		if (batchevent(&b->batch, i, &x->ev, x->want, &x->stack, &x->error))
			streamreadergive(x->reader, &x->ev);
		else
			takebad(x, b, i);
	}
	if (!enough(x))
		x->in->where.line = before + b->count;
}

/* Lets other threads read and parse the lines. Returns false if no more are wanted. Returns true if
 * lines may be left: there is no thread, a line is very long, or the first stage is sated, since
 * passing over a line is faster than parsing it. */
static bool
readbeside(struct reading *x)
{
	struct lines *lines = &x->in->lines;
	struct readahead ahead;
	struct readbatch *b;
	bool told = false;

	if (!readaheadbegin(&ahead, lines, x->want))
		return true;
	while ((b = readaheadnext(&ahead))) {
		takebatch(x, b);
		if (!told && (enough(x) || x->reader->first->sated)) {
			told = true;
			readaheadstop(&ahead);
		}
	}
	readaheadend(&ahead);
	if (enough(x))
		lines->error = 0; /* it is behind the records that were wanted */
	return !enough(x) && !lines->error;
}

/* Reads an input. Returns FAILED after a bad line, a read error or a failed record. */
static enum status
readinput(struct streamreader *r, struct input *in)
{
	struct reading x = { .reader = r, .in = in, .want = stagewant(r->first),
		.ev = { .where = &in->where } };
	bool more = readlines(&x, threadcores() > 3 ? ALONE : UINT64_MAX);

	if (more && !r->first->sated)
		more = readbeside(&x);
	if (more)
		(void)readlines(&x, UINT64_MAX);
	if (r->failed && !in->pipe) /* in a pipe, the writer printed its own message */
		warn("%s:%llu: the program that wrote it failed here", in->where.path,
		    (unsigned long long)in->where.line);
	if (in->lines.error)
		lineswarn(&in->lines, in->where.path);
	if (x.cut && r->headers > r->ends)
		x.bad = false; /* the input ends within a line: it is truncated */
	else if (x.bad)
		streamwarnbad(&in->where, r->any ? FILETYPE_STREAM : in->lines.type, &x.error);
	free(x.stack.p);
	return x.bad || in->lines.error || r->failed ? FAILED : DONE;
}

enum status
streamfrom(struct stage *first, int fd, const char *name, struct span begun, bool partial)
{
	struct streamreader reader = { .first = first, .partial = partial };
	enum status status;
	struct input in;

	inputopen(&in, fd, name, begun);
	outpipe(STDOUT_FILENO);
	stagebegin(first);
	status = readinput(&reader, &in);
	if (status == DONE && !first->enough)
		status = streamreaderend(&reader, name);
	else
		streamreaderstop(&reader);
	linesfree(&in.lines);
	return status;
}

enum status
streamrun(struct stage *first, const char *path, bool partial)
{
	bool named = path && strcmp(path, "-") != 0;
	int fd = named ? open(path, O_RDONLY | O_CLOEXEC) : STDIN_FILENO;
	enum status status;

	if (fd < 0)
		die("%s:", path);
	status = streamfrom(first, fd, streamname(path), (struct span){ NULL, 0 }, partial);
	if (named)
		close(fd);
	return status;
}
