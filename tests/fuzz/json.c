/* SPDX-License-Identifier: MIT */
/* The scanner and the writers of JSON: what is read is the same however it is read, and what is
 * written can be read and means the same. */
#include <stdlib.h>

#include "base/json.h"
#include "fuzz.h"

static struct buf stack, scratch;

/* What was written, ready to be read. */
static struct span
written(struct buf *out)
{
	memset(bufroom(out, 1 + JSON_SLACK), 0, 1 + JSON_SLACK);
	return bufall(out);
}

/* Bytes as a string: read back they are the same, or what was wrong with them is mended. */
static void
bytes(struct span input)
{
	struct buf out = { 0 }, again = { 0 };
	struct span text;

	jsonstring(&out, input.p, input.n);
	fuzzjson(written(&out));
	text = jsontext(bufall(&out), &scratch);
	fuzzhold(fuzzutf8(text) && (!fuzzutf8(input) || spansame(text, input)));
	jsonstring(&again, text.p, text.n);
	fuzzhold(spansame(bufall(&out), bufall(&again)));
	free(out.p);
	free(again.p);
}

/* A string that was scanned: mended, it is the same to every reader. */
static void
string(struct span value)
{
	struct buf out = { 0 }, mended = { 0 };

	jsonutf8(&out, value);
	fuzzhold(fuzzutf8(bufall(&out)));
	jsonstring(&mended, out.p, out.n);
	fuzzhold(spansame(jsontext(bufall(&mended), &scratch), bufall(&out)));
	free(out.p);
	free(mended.p);
}

/* A number that was scanned. */
static void
number(struct span value)
{
	struct buf out = { 0 };
	int64_t v;

	if (jsonint(value, &v)) {
		bufint(&out, v);
		fuzzhold(spansame(bufall(&out), value) || spanis(value, "-0"));
	}
	out.n = 0;
	jsondouble(&out, strtod(value.p, NULL));
	fuzzjson(written(&out));
	fuzzhold(out.p[0] == '"' || strtod(out.p, NULL) == strtod(value.p, NULL));
	free(out.p);
}

/* A value written for stricter readers is JSON, and clean. */
static void
clean(struct span value)
{
	struct buf once = { 0 }, twice = { 0 };

	jsonclean(&once, value);
	fuzzjson(written(&once));
	fuzzhold(fuzzutf8(bufall(&once)));
	jsonclean(&twice, bufall(&once));
	fuzzhold(spansame(bufall(&once), bufall(&twice)));
	free(once.p);
	free(twice.p);
}

/* Any value, and those in it, not deeper than the fuzzer's own stack allows. */
static void
value(struct span v, int depth)
{
	struct span key = { NULL, 0 }, part, last = { NULL, 0 };
	struct buf name = { 0 };
	struct json j;
	int more;

	clean(v);
	if (jsonisstring(v))
		string(v);
	else if (v.p[0] == '-' || (v.p[0] >= '0' && v.p[0] <= '9'))
		number(v);
	if ((v.p[0] != '{' && v.p[0] != '[') || depth == 0)
		return;
	jsonopen(&j, v.p, &stack);
	while ((more = v.p[0] == '{' ? jsonnext(&j, &key, &part) : jsonitem(&j, &part)) > 0) {
		fuzzhold(part.p > v.p && part.p + part.n < v.p + v.n &&
		    jsonskip(part.p, &stack) == part.p + part.n);
		value(part, depth - 1);
		last = part;
	}
	fuzzhold(more == 0 && j.p == v.p + v.n);
	if (key.p) {
		bufspan(&name, memchr(key.p, '\\', key.n) ? jsontext(key, &scratch) : key);
		bufchar(&name, '\0');
		/* A name ends at its first NUL. */
		fuzzhold(strlen(name.p) + 1 < name.n || jsonmember(v, name.p, &stack).p == last.p);
		free(name.p);
	}
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct span input = { (const char *)data, size }, key, part;
	char *copy = fuzzcopy(input);
	const char *start = jsonspace(copy), *end = jsonskip(start, &stack);
	struct json j;
	int more;

	fuzzhold(!end || (end > start && end <= copy + size));
	if (end)
		value((struct span){ start, (size_t)(end - start) }, 8);
	jsonopen(&j, start, &stack);
	do
		more = jsonnext(&j, &key, &part);
	while (more > 0);
	fuzzhold(j.p >= start && j.p <= copy + size && (more == 0) == (end && *start == '{') &&
	    (more == 0 || j.why));
	bytes(input);
	free(copy);
	return 0;
}
