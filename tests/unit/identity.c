/* SPDX-License-Identifier: MIT */
/* identity.h: ranks, hosts and labels of processes and numbers of GPUs, by meta records. */
#include <stdlib.h>

#include "base/json.h"
#include "gpu/identity.h"
#include "tap.h"

/* Parses a record and learns from it. */
static void
take(struct identitytable *ids, const char *text)
{
	struct buf line = { 0 }, stack = { 0 };
	struct parseerror error;
	struct event ev = { .where = NULL };

	bufstr(&line, text);
	jsonpad(&line);
	if (!evparse(&ev, bufall(&line), EVKEY(KEY_PID) | EVKEY(KEY_DEVICE), &stack, &error))
		ok(false, "a record: %s", text);
	identitylearn(ids, &ev);
	free(line.p);
	free(stack.p);
}

/* Checks the label of a process. */
static void
called(const struct identitytable *ids, int64_t pid, const char *want)
{
	struct buf label = { 0 };

	identitylabel(ids, pid, &label);
	ok(spanis(bufall(&label), want), "%lld is called %s", (long long)pid, want);
	free(label.p);
}

static void
processes(void)
{
	struct identitytable ids = { 0 };
	int64_t rank = -1;

	take(&ids,
	    "{\"ts\":0,\"type\":\"meta\",\"name\":\"process\",\"pid\":5,"
	    "\"args\":{\"name\":\"p\",\"host\":\"n\\u0031\",\"rank\":3}}");
	take(&ids,
	    "{\"ts\":0,\"type\":\"meta\",\"name\":\"process\",\"pid\":6,"
	    "\"args\":{\"name\":\"q\",\"rank\":\"x\"}}");
	take(&ids, "{\"ts\":0,\"type\":\"meta\",\"name\":\"process\",\"pid\":7}");
	take(&ids,
	    "{\"ts\":0,\"type\":\"nvtx\",\"name\":\"process\",\"pid\":8,"
	    "\"args\":{\"rank\":1}}");
	ok(identityrank(&ids, 5, &rank) && rank == 3, "a rank");
	ok(!identityrank(&ids, 6, &rank), "a rank that is no number is none");
	ok(!identityrank(&ids, 8, &rank), "an event tells nothing");
	ok(spanis(identityhost(&ids, 5), "n1"), "a host");
	ok(identityhost(&ids, 6).n == 0 && identityhost(&ids, 9).n == 0, "no host");
	called(&ids, 5, "rank 3");
	called(&ids, 6, "q 6");
	called(&ids, 7, "process 7");
	called(&ids, 9, "process 9");
	identitytablefree(&ids);
}

static void
gpus(void)
{
	struct identitytable ids = { 0 };

	take(&ids,
	    "{\"ts\":0,\"type\":\"meta\",\"name\":\"process\",\"pid\":1,"
	    "\"args\":{\"host\":\"0\"}}");
	take(&ids,
	    "{\"ts\":0,\"type\":\"meta\",\"name\":\"process\",\"pid\":2,"
	    "\"args\":{\"host\":\"1\"}}");
	take(&ids,
	    "{\"ts\":0,\"type\":\"meta\",\"name\":\"process\",\"pid\":3,"
	    "\"args\":{\"host\":\"1\"}}");
	take(&ids,
	    "{\"ts\":0,\"type\":\"meta\",\"name\":\"device\",\"pid\":1,\"device\":0,"
	    "\"args\":{\"uuid\":\"a\",\"bus\":\"b\"}}");
	take(&ids,
	    "{\"ts\":0,\"type\":\"meta\",\"name\":\"device\",\"pid\":2,\"device\":0,"
	    "\"args\":{\"bus\":\"b\"}}");
	take(&ids,
	    "{\"ts\":0,\"type\":\"meta\",\"name\":\"device\",\"pid\":3,\"device\":1,"
	    "\"args\":{\"bus\":\"b\"}}");
	ok(identitygpu(&ids, 1, 0) == 0, "the first one keeps its number");
	ok(identitygpu(&ids, 2, 0) == 1, "one bus on another host is another GPU");
	ok(identitygpu(&ids, 3, 1) == 1, "one bus on one host is one GPU");
	ok(identitygpu(&ids, 1, 2) == 2, "a number of which nothing is known");
	ok(identitygpu(&ids, 2, 2) == 3, "the same on another host");
	ok(identitygpu(&ids, 3, 2) == 3, "the same on that host");
	take(&ids,
	    "{\"ts\":0,\"type\":\"meta\",\"name\":\"device\",\"pid\":3,\"device\":5,"
	    "\"args\":{\"uuid\":\"a\"}}");
	ok(identitygpu(&ids, 3, 5) == 0, "one uuid is one GPU");
	take(&ids,
	    "{\"ts\":0,\"type\":\"meta\",\"name\":\"device\",\"pid\":1,\"device\":6,"
	    "\"args\":{\"uuid\":\"00000000-0000\",\"bus\":\"c\"}}");
	take(&ids,
	    "{\"ts\":0,\"type\":\"meta\",\"name\":\"device\",\"pid\":2,\"device\":6,"
	    "\"args\":{\"uuid\":\"00000000-0000\",\"bus\":\"c\"}}");
	ok(identitygpu(&ids, 1, 6) == 6 && identitygpu(&ids, 2, 6) == 4,
	    "a uuid of zeros is none");
	identitytablefree(&ids);
	ids = (struct identitytable){ 0 };
	for (int pid = 0; pid < 3; pid++)
		ok(identitygpu(&ids, pid, 1) == 1,
		    "where nothing is known, the number of process %d", pid);
	identitytablefree(&ids);
}

int
main(void)
{
	processes();
	gpus();
	return tapend();
}
