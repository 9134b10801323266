/* SPDX-License-Identifier: MIT */
/* perfetto/preparation.h: the parts of prepared items. */
#include <stdlib.h>
#include <string.h>

#include "base/err.h"
#include "base/json.h"
#include "perfetto/preparation.h"
#include "tap.h"

/* A preparation, and the items that were read from it as text. */
struct tried {
	struct preparation preparation;
	struct buf text;
};

/* Appends the parts of an item: category, name, value, object, the other args, the size of the
 * typed ones. */
static void
describe(struct buf *out, struct prepared *p)
{
	struct span name, value;

	bufprintf(out, "%.*s|%.*s|%.*s|%.*s|", (int)p->item.category.n, p->item.category.p,
	    (int)p->item.name.n, p->item.name.p, (int)p->value.n, p->value.n ? p->value.p : "",
	    (int)p->object.n, p->object.n ? p->object.p : "");
	while (preparednext(p, &name, &value))
		bufprintf(out, "%.*s=%.*s,", (int)name.n, name.p, (int)value.n, value.p);
	bufprintf(out, "|%zu\n", p->encoded.n);
}

/* Prepares an item twice, and reads both. */
static void
putboth(struct itemformatter *f, const struct item *item)
{
	struct tried *t = f->draw->arg;
	struct prepared one = { .item = { .ev = NULL } };
	size_t at = 0;

	prepare(&t->preparation, f, item);
	prepare(&t->preparation, f, item);
	preparationready(&t->preparation);
	while (preparationnext(&t->preparation, &at, &one))
		describe(&t->text, &one);
	preparationclear(&t->preparation);
}

/* Checks what becomes of the item of a line. */
static void
check(const char *line, const char *want)
{
	static struct typedindex index;
	struct tried t = { .preparation = { .typed = &index } };
	struct draw draw = { .put = putboth, .arg = &t, .openfirst = true, .quiet = true };
	struct buf text = { 0 }, stack = { 0 }, twice = { 0 };
	struct parseerror error;
	struct event ev = { 0 };

	typedfill(&index);
	draw.formatter.own = &t.preparation;
	bufstr(&text, line);
	jsonpad(&text);
	if (!evparse(&ev, bufall(&text), DRAW_KEYS, &stack, &error))
		die("%s", error.why);
	drawevent(&draw, &ev);
	drawfinish(&draw);
	bufprintf(&twice, "%s\n%s\n", want, want);
	if (!ok(spansame(bufall(&t.text), bufall(&twice)), "%s", line))
		fprintf(stderr, "# %.*s", (int)t.text.n, t.text.p);
	drawfree(&draw);
	preparationfree(&t.preparation);
	free(t.text.p);
	free(text.p);
	free(twice.p);
	free(stack.p);
}

int
main(void)
{
	check("{\"ts\":1,\"dur\":2,\"type\":\"nvtx\",\"name\":\"a\"}", "nvtx|a||||0");
	check("{\"ts\":1,\"dur\":2,\"type\":\"nvtx\",\"name\":\"a\",\"args\":{\"bytes\":7,\"x\":"
	      "\"y\",\"copies\":\"z\"}}", "nvtx|a|||x=\"y\",copies=\"z\",|3");
	/* texts that are not part of the record */
	check("{\"ts\":1,\"dur\":2,\"type\":\"memcpy\",\"name\":\"c\",\"pid\":1,\"args\":{"
	      "\"bytes\":4000}}", "memcpy|c|||size=\"4.00 kB\",GB/s=2000,|4");
	check("{\"ts\":1,\"dur\":2,\"type\":\"kernel\",\"name\":\"void f<int>(int)\",\"args\":{"
	      "\"seq\":1}}", "kernel|f<int>|||demangled=\"void f<int>(int)\",|2");
	/* members with members, and args whose encoding is cached, stay whole */
	check("{\"ts\":1,\"dur\":2,\"type\":\"nvtx\",\"name\":\"a\",\"args\":{\"seq\":1,"
	      "\"x\":2,\"p\":[1]},\"step\":3}", "nvtx|a||{\"seq\":1,\"x\":2,\"p\":[1]}||3");
	check("{\"ts\":1,\"dur\":2,\"type\":\"nvtx\",\"name\":\"a\",\"args\":{\"seq\":1,\"text\":"
	      "\"0123456789012345678901234567890123456789012345678901234567890\"}}",
	    "nvtx|a||{\"seq\":1,\"text\":"
	    "\"0123456789012345678901234567890123456789012345678901234567890\"}||0");
	/* the value of a counter is no argument */
	check("{\"ts\":1,\"type\":\"gpu-metric\",\"name\":\"m\",\"value\":5,\"corr\":3}",
	    "gpu-metric|m|5|||2");
	return tapend();
}
