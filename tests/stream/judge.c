/* SPDX-License-Identifier: MIT */
/*
 * judge: for each line of standard input what the library makes of it, as JSON: "none" is no
 * object, "object" is one that is no record; a record is an array of ts, dur, type and name,
 * decoded, and args as written.
 */
#include <stdio.h>
#include <stdlib.h>

#include "base/json.h"
#include "stream/event.h"

static struct buf stack;

/* Whether the line is a JSON object. */
static bool
object(struct span line)
{
	struct span key, value;
	struct json j;
	int more;

	jsonopen(&j, line.p, &stack);
	while ((more = jsonnext(&j, &key, &value)) > 0)
		;
	return more == 0 && jsonspace(j.p) == line.p + line.n;
}

static void
put(struct buf *out, const struct event *ev, enum event_key key)
{
	static struct buf scratch;
	struct span value = evhas(ev, key) ? ev->value[key] : (struct span){ "null", 4 };

	bufchar(out, out->n ? ',' : '[');
	if (key == KEY_TS || (key == KEY_DUR && evhas(ev, key))) {
		bufint(out, ev->number[key]);
	} else if (jsonisstring(value)) {
		value = jsontext(value, &scratch);
		jsonstring(out, value.p, value.n);
	} else {
		jsonclean(out, value);
	}
}

static void
judge(struct span line)
{
	static const enum event_key keys[] = { KEY_TS, KEY_DUR, KEY_TYPE, KEY_NAME, KEY_ARGS };
	struct buf out = { 0 };
	struct parseerror error;
	struct event ev;
	bool record = evparse(&ev, line, 0, &stack, &error);

	if (!object(line)) {
		puts(record ? "\"a record that is no object\"" : "\"none\"");
		return;
	}
	if (!record) {
		puts("\"object\"");
		return;
	}
	for (size_t i = 0; i < sizeof(keys) / sizeof(*keys); i++)
		put(&out, &ev, keys[i]);
	printf("%.*s]\n", (int)out.n, out.p);
	free(out.p);
}

int
main(void)
{
	char *text = NULL;
	size_t cap = 0;
	ssize_t n;

	while ((n = getline(&text, &cap, stdin)) > 0) {
		struct buf line = { 0 };

		bufmem(&line, text, (size_t)n - 1);
		memset(bufroom(&line, 1 + JSON_SLACK), 0, 1 + JSON_SLACK);
		judge(bufall(&line));
		free(line.p);
	}
	free(text);
	free(stack.p);
	return fflush(stdout) != 0;
}
