/* SPDX-License-Identifier: MIT */
/* stage.h: the order of the calls of several stages, and two stages of one type in a chain. */
#include <stdlib.h>

#include "base/json.h"
#include "filter/filter.h"
#include "link/link.h"
#include "stream/stage.h"
#include "stream/stream.h"
#include "stream/writer.h"
#include "tap.h"

/* A stage that logs its calls. */
struct noting {
	struct stage stage;
	char name;
	struct buf *notes;
};

static void
note(struct stage *stage, const char *what)
{
	struct noting *n = (struct noting *)stage;

	bufprintf(n->notes, "%c:%s ", n->name, what);
}

static void
begin(struct stage *s)
{
	note(s, "begin");
}

static void
header(struct stage *s, struct event *ev)
{
	(void)ev;
	note(s, "header");
}

static void
event(struct stage *s, struct event *ev)
{
	note(s, "event");
	if (s->next)
		stagegive(s, ev);
}

static void
finish(struct stage *s)
{
	note(s, "finish");
}

static void
stop(struct stage *s)
{
	note(s, "stop");
}

static void
end(struct stage *s, const struct streamend *at)
{
	char text[32];

	snprintf(text, sizeof(text), "end=%lld%s", (long long)at->latest, at->partial ? "?" : "");
	note(s, text);
}

static void
calls(void)
{
	struct buf notes = { 0 };
	struct noting b = { { EVKEY(KEY_TID), begin, header, event, finish, stop, end, NULL, 0,
		                    false, 0, false, true },
		'b', &notes };
	struct noting a = { { EVKEY(KEY_PID), begin, NULL, event, finish, NULL, NULL, &b.stage, 0,
		                    false, 0, false, false },
		'a', &notes };
	struct event ev = { 0 };

	ok(stagewant(&a.stage) == (EVKEY(KEY_TID) | EVKEY(KEY_PID)) &&
	        stagelast(&a.stage) == &b.stage,
	    "the keys that any of them reads, and the last of them");
	ok(stagevaluesonly(&b.stage) && !stagevaluesonly(&a.stage),
	    "stages read values only if all do");
	stagebegin(&a.stage);
	stageheader(&a.stage, &ev);
	a.stage.event(&a.stage, &ev);
	stagefinish(&a.stage, 7);
	stageend(&a.stage, &(struct streamend){ .latest = -3, .partial = true });
	stagestop(&a.stage);
	ok(strcmp(notes.p,
	       "a:begin b:begin b:header a:event b:event a:finish b:finish b:end=-3? b:stop ") == 0,
	    "each is called in turn; a header and an end go to the first that takes them");
	free(notes.p);
}

/* Runs a text through stages that end in a writer. */
static void
through(struct stage *first, const char *text)
{
	char path[] = "/tmp/nst-stage.XXXXXX";
	int fd = mkstemp(path);
	FILE *f = fdopen(fd, "w");

	fputs(text, f);
	fclose(f);
	ok(streamrun(first, path, false) == DONE, "the stages read a stream");
	remove(path);
}

static const char linked[] =
    "{\"ts\":1,\"type\":\"stream\"}\n"
    "{\"ts\":2,\"dur\":9,\"type\":\"nvtx\",\"name\":\"r\",\"pid\":1,\"tid\":1}\n"
    "{\"ts\":3,\"dur\":1,\"type\":\"cuda-api\",\"name\":\"c\",\"pid\":1,\"tid\":1,\"corr\":5}\n"
    "{\"ts\":4,\"dur\":6,\"type\":\"kernel\",\"name\":\"k\",\"pid\":1,\"device\":0,\"corr\":5}\n"
    "{\"ts\":9,\"type\":\"end\",\"events\":3}\n";

/* Notes an event, of which no more are needed. */
static void
last(struct stage *s, struct event *ev)
{
	event(s, ev);
	s->enough = true;
}

static void
sated(void)
{
	struct buf notes = { 0 };
	struct noting a = { .stage = { .event = last, .header = header, .finish = finish,
		                .stop = stop, .end = end }, 'a', &notes };

	through(&a.stage, linked);
	ok(strcmp(notes.p, "a:header a:event a:stop ") == 0,
	    "a stage that needs no more records is stopped");
	free(notes.p);
}

/* Two linkers with different options and a filter between them, in one process, must give the same
 * output as two processes. */
static void
together(void)
{
	static const char want[] =
	    "{\"ts\":1,\"type\":\"stream\",\"linked\":true}\n"
	    "{\"ts\":4,\"dur\":6,\"type\":\"kernel\",\"name\":\"k\",\"pid\":1,\"device\":0,\"corr\":5,"
	    "\"launch\":{\"ts\":3,\"dur\":1,\"tid\":1,\"name\":\"c\"},\"nvtx\":[\"r\"],"
	    "\"cname\":\"good\"}\n"
	    "{\"ts\":9,\"type\":\"end\",\"events\":1}\n";
	struct filter filter;
	struct writer writer;
	struct link link;

	linkinit(&link);
	filterinit(&filter);
	writerinit(&writer);
	filter.types = EVTYPE(TYPE_KERNEL);
	schemeread(&filter.scheme, "color", "{\"k\":\"good\"}");
	link.stage.next = &filter.stage;
	filter.stage.next = &writer.stage;
	through(&link.stage, linked);
	bufchar(&writer.out, '\0');
	ok(strcmp(writer.out.p, want) == 0,
	    "what a stage sets is seen by the next and written by the last");
	linkfree(&link);
	filterfree(&filter);
	free(writer.out.p);
}

/* Two stages of one type, each with its own state. */
static void
twice(void)
{
	struct link a, b;
	struct writer wa, wb;

	linkinit(&a);
	linkinit(&b);
	writerinit(&wa);
	writerinit(&wb);
	b.ops = EVTYPE(TYPE_MEMCPY);
	a.stage.next = &wa.stage;
	b.stage.next = &wb.stage;
	through(&a.stage, linked);
	through(&b.stage, linked);
	bufchar(&wa.out, '\0');
	bufchar(&wb.out, '\0');
	ok(strstr(wa.out.p, "nvtx-kernel") && !strstr(wb.out.p, "nvtx-kernel"),
	    "two of a kind in one process share nothing");
	linkfree(&a);
	linkfree(&b);
	free(wa.out.p);
	free(wb.out.p);
}

int
main(void)
{
	calls();
	sated();
	together();
	twice();
	return tapend();
}
