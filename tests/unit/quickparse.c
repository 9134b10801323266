/* SPDX-License-Identifier: MIT */
/* quickparse.h: evparse accepts each line that quickparse accepts, with the same result; quickparse
 * accepts the lines that nst programs write. */
#include <stdlib.h>

#include "base/json.h"
#include "merge/quickparse.h"
#include "tap.h"

static const char *const usual[] = {
	"{\"ts\":1,\"dur\":2,\"type\":\"kernel\",\"name\":\"k\",\"pid\":3,\"device\":0,"
	"\"args\":{\"grid\":[1,2,3],\"x\":{\"ts\":1}}}",
	"{\"ts\":-155357596302,\"dur\":0,\"type\":\"nvtx\",\"name\":\"a\xC3\xA4\",\"pid\":111,"
	"\"tid\":111,\"domain\":\"PyTorch\"}",
	"{\"ts\":999999999999999999,\"type\":\"other\",\"pid\":-7}",
	"{\"ts\":5,\"value\":1.5e3,\"type\":\"x\"}",
	"{\"ts\":5,\"type\":\"cpu-metric\",\"value\":-1.5}",
};

static const char *const others[] = {
	"{\"ts\":1,\"type\":\"meta\",\"name\":\"process\",\"pid\":3}",
	"{\"ts\":1,\"type\":\"end\",\"events\":3}",
	"{\"ts\":1,\"type\":\"stream\"}",
	"{\"ts\":1,\"type\":\"gpu-metric\",\"gpu\":0}",
	"{\"ts\":1,\"open\":true,\"type\":\"nvtx\",\"pid\":1}",
	"{\"ts\":1,\"type\":\"nvtx\",\"open\":true,\"pid\":1}",
	"{\"ts\":1,\"type\":\"x\",\"pid\":1,\"pid\":2}",
	"{\"ts\":1,\"type\":\"x\",\"tid\":1,\"ts\":2}",
	"{\"ts\":1,\"dur\":-1,\"type\":\"x\"}",
	"{\"ts\":01,\"type\":\"x\"}",
	"{\"ts\":1.0,\"type\":\"x\"}",
	"{\"ts\":1,\"type\":\"x\",\"pid\":null}",
	"{\"ts\":1,\"type\":\"x\",\"p\\u0069d\":2}",
	"{\"ts\":1,\"type\":\"x\",\"n\":01}",
	"{\"ts\":1,\"type\":\"x\",\"n\":[1}",
	"{\"ts\":1,\"type\":\"x\"} ",
	"{\"ts\":1,\"type\":\"x\"",
	"{\"ts\":1,\"type\":\"x\",}",
	"{\"ts\":1,\"type\":7}",
	"{ \"ts\":1,\"type\":\"x\"}",
	"",
};

static struct buf stack, line;

/* Returns true if quickparse accepts a text; evparse must then agree. */
static bool
agrees(const char *text, size_t n, bool *alike)
{
	const unsigned keys = EVKEY(KEY_TS) | EVKEY(KEY_DUR) | EVKEY(KEY_TYPE) | EVKEY(KEY_NAME) |
	    EVKEY(KEY_PID) | EVKEY(KEY_GPU) | EVKEY(KEY_OPEN);
	struct event a = { .where = NULL }, b = { .where = NULL };
	struct parseerror error;

	line.n = 0;
	bufmem(&line, text, n);
	jsonpad(&line);
	if (!quickparse(&a, bufall(&line), &stack))
		return false;
	*alike = evparse(&b, bufall(&line), EVKEY(KEY_PID), &stack, &error) &&
	    a.has == (b.has & keys) && a.type == b.type;
	for (int key = 0; key < KEY_COUNT && *alike; key++)
		if (evhas(&a, (enum event_key)key))
			*alike = a.value[key].p == b.value[key].p &&
			    a.value[key].n == b.value[key].n &&
			    (!(EVENT_INTEGERS & EVKEY(key)) || a.number[key] == b.number[key]);
	return true;
}

int
main(void)
{
	enum { ROUNDS = 200000 };
	char text[256];
	size_t taken = 0, count = sizeof(usual) / sizeof(*usual);
	bool alike = false, all = true;

	for (size_t i = 0; i < count; i++)
		if (i != 3)
			ok(agrees(usual[i], strlen(usual[i]), &alike) && alike, "%s", usual[i]);
	ok(!agrees(usual[3], strlen(usual[3]), &alike), "keys in another order: %s", usual[3]);
	for (size_t i = 0; i < sizeof(others) / sizeof(*others); i++)
		ok(!agrees(others[i], strlen(others[i]), &alike), "left alone: %s", others[i]);
	for (int i = 0; i < ROUNDS && all; i++) {
		size_t which = taprandom(count), n = strlen(usual[which]);

		memcpy(text, usual[which], n);
		for (uint64_t k = taprandom(3); k > 0; k--)
			text[taprandom(n)] = "\"\\{}[]:,0-9.etnsduripygp "[taprandom(25)];
		if (agrees(text, n, &alike)) {
			taken++;
			all = alike;
			if (!alike)
				fprintf(stderr, "# %.*s\n", (int)n, text);
		}
	}
	ok(all && taken > ROUNDS / 10, "evparse agrees on each mutated line that quickparse accepts");
	free(stack.p);
	free(line.p);
	return tapend();
}
