/* SPDX-License-Identifier: MIT */
/* Numbers, times, percentages and lists of the command line: what is accepted means what is
 * written. The first byte chooses. */
#include <stdlib.h>

#include "base/spelling.h"
#include "fuzz.h"
#include "program/cli.h"

/* One text, what is asked of it, and what it was taken for. */
struct asked {
	const char *text;
	int64_t number;
	double share;
	size_t names, bytes; /* of a list */
};

static const char *const names[] = { "kernel", "memcpy", "memset", "nvtx", "cuda-api",
	"gpu-context-switch" };

static void
number(void *arg)
{
	struct asked *a = arg;

	a->number = clinumber("number", a->text, -1000, INT64_MAX);
}

static void
time(void *arg)
{
	struct asked *a = arg;

	a->number = clitime("time", a->text);
}

static void
percent(void *arg)
{
	struct asked *a = arg;

	a->share = clipercent("percent", a->text);
}

static void
put(void *arg, const char *name, size_t n)
{
	struct asked *a = arg;

	fuzzhold(n > 0 && !memchr(name, ',', n));
	a->names++;
	a->bytes += n;
	spellingnearest(name, n, names, sizeof(names) / sizeof(*names));
}

static void
list(void *arg)
{
	struct asked *a = arg;

	clilist("list", a->text, put, a);
}

/* A number has the digits that were written, zeros in front aside. */
static void
checknumber(const struct asked *a)
{
	const char *digits = a->text + strspn(a->text, "+-");
	struct buf out = { 0 };

	digits += strspn(digits, "0");
	if (*a->text == '-' && *digits)
		bufchar(&out, '-');
	bufstr(&out, *digits ? digits : "0");
	bufchar(&out, '\0');
	fuzzhold(a->number >= -1000 && strtoll(out.p, NULL, 10) == a->number &&
	    strspn(out.p + (*out.p == '-'), "0123456789") + (*out.p == '-') + 1 == out.n);
	free(out.p);
}

/* A time is the number that was written, in its unit, to within what a double of 64 bits can
 * tell. */
static void
checktime(const struct asked *a)
{
	char *unit;
	long double v = strtold(a->text, &unit);

	v *= strcmp(unit, "s") == 0   ? 1e9L
	    : strcmp(unit, "ms") == 0 ? 1e6L
	    : strcmp(unit, "us") == 0 ? 1e3L
	                              : 1;
	fuzzhold(v - (long double)a->number < 1 && v - (long double)a->number > -1);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static void (*const calls[])(void *) = { number, time, percent, list };
	size_t choice = size > 0 ? data[0] % (sizeof(calls) / sizeof(*calls)) : 0;
	char *copy = fuzzcopy((struct span){ (const char *)data + (size > 0), size - (size > 0) });
	struct asked asked = { .text = copy };
	enum status status = fuzzcall(calls[choice], &asked);

	fuzzhold(status == DONE || status == USAGE);
	if (status == DONE && calls[choice] == number)
		checknumber(&asked);
	else if (status == DONE && calls[choice] == time)
		checktime(&asked);
	else if (status == DONE && calls[choice] == percent)
		fuzzhold(asked.share >= 0 && asked.share <= 1);
	else if (status == DONE)
		fuzzhold(asked.bytes + asked.names - 1 == strlen(copy));
	free(copy);
	return 0;
}
