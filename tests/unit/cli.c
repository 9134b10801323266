/* SPDX-License-Identifier: MIT */
/* cli.h: times, numbers, lists, messages and exit statuses. Functions that end the program run in a
 * child process. */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>

#include "base/spelling.h"
#include "child.h"
#include "io/out.h"
#include "program/cli.h"
#include "tap.h"

static const struct {
	const char *text;
	int64_t ns;
} times[] = {
	{ "0", 0 },
	{ "1500", 1500 },
	{ "1500ns", 1500 },
	{ "3us", 3000 },
	{ "200ms", 200000000 },
	{ "1.5s", 1500000000 },
	{ "-20ns", -20 },
	{ "+20", 20 },
	{ "-1.5s", -1500000000 },
	{ "-0", 0 },
	{ "0s", 0 },
	{ "007", 7 },
	{ "0.5us", 500 },
	{ "0.001us", 1 },
	{ "0.000001ms", 1 },
	{ "0.000000001s", 1 },
	{ "-0.000000001s", -1 },
	{ "1.123456789s", 1123456789 },
	{ "1.100s", 1100000000 },
	{ "1.0s", 1000000000 },
	{ "155357596.302us", 155357596302 },
	{ "0.1s", 100000000 },
	{ "0.3s", 300000000 },
	{ "9007199254740993", 9007199254740993 },
	{ "9007199.254740993s", 9007199254740993 },
	{ "9223372036854775807", INT64_MAX },
	{ "9223372036854775807ns", INT64_MAX },
	{ "-9223372036854775807", -INT64_MAX },
	{ "9223372036.854775807s", INT64_MAX },
	{ "9223372036854775.807us", INT64_MAX },
	{ "9223372036854.775807ms", INT64_MAX },
	{ "-9223372036.854775807s", -INT64_MAX },
	{ "9223372036s", 9223372036000000000 },
	{ "00000000000000000000000000000001s", 1000000000 },
	/* a fraction may have more digits than its unit if the rest are zeros; the smallest 64-bit
	 * number is valid */
	{ "1.000ns", 1 },
	{ "1.5000us", 1500 },
	{ "1.5000000000s", 1500000000 },
	{ "-9223372036854775808", INT64_MIN },
	{ "-9223372036.854775808s", INT64_MIN },
};

static const struct {
	const char *text, *why;
} badtimes[] = {
	{ "", "is not a time" },
	{ "s", "is not a time" },
	{ "-", "is not a time" },
	{ "+", "is not a time" },
	{ "--1", "is not a time" },
	{ "+-1", "is not a time" },
	{ " 1", "is not a time" },
	{ "- 1", "is not a time" },
	{ "x", "is not a time" },
	{ "ms", "is not a time" },
	{ "1.5.2s", "unit" },
	{ "1 s", "unit" },
	{ "1s ", "unit" },
	{ "1m", "unit" },
	{ "1S", "unit" },
	{ "1NS", "unit" },
	{ "1sec", "unit" },
	{ "1e3", "unit" },
	{ "1e3s", "unit" },
	{ "0x10", "unit" },
	{ "1,5s", "unit" },
	{ "1'000", "unit" },
	{ "1h", "unit" },
	{ "1min", "unit" },
	{ "1ps", "unit" },
	{ "1ss", "unit" },
	{ "1-2", "unit" },
	{ "1.0", "has no unit: is it 1.0s?" },
	{ "12.5", "has no unit: is it 12.5s?" },
	{ "1.5ns", "is not a whole number of nanoseconds" },
	{ "1.0005us", "is not a whole number of nanoseconds" },
	{ "0.0000001ms", "is not a whole number of nanoseconds" },
	{ "0.0000000001s", "is not a whole number of nanoseconds" },
	{ "1.1234567891s", "is not a whole number of nanoseconds" },
	{ "9223372036854775808", "out of range" },
	{ "18446744073709551616", "out of range" },
	{ "18446744073709551617", "out of range" },
	{ "99999999999999999999999999", "out of range" },
	{ "-9223372036854775809", "out of range" },
	{ "9223372036854775808ns", "out of range" },
	{ "9223372036854775.808us", "out of range" },
	{ "9223372036.854775808s", "out of range" },
	{ "9223372037s", "out of range" },
	{ "9223372036855ms", "out of range" },
	{ "100000000000000000s", "out of range" },
	{ "18446744074s", "out of range" },
};

static void
readtime(const void *text)
{
	printf("%" PRId64, clitime("from", text));
}

static void
readtimes(void)
{
	for (size_t i = 0; i < sizeof(times) / sizeof(*times); i++) {
		struct child c = childrun(readtime, times[i].text, NULL);

		ok(c.status == 0 && c.out.n > 0 && strtoll(c.out.p, NULL, 10) == times[i].ns,
		    "%s is %" PRId64 " ns (status %d, %s)", times[i].text, times[i].ns, c.status,
		    c.status ? c.err.p : c.out.p);
		childfree(&c);
	}
	for (size_t i = 0; i < sizeof(badtimes) / sizeof(*badtimes); i++) {
		struct child c = childrun(readtime, badtimes[i].text, NULL);

		ok(c.status == USAGE && strncmp(c.err.p, "test: --from: ", 14) == 0 &&
		        strstr(c.err.p, badtimes[i].text) && strstr(c.err.p, badtimes[i].why) &&
		        c.out.n == 0,
		    "'%s' is no time: %s (status %d)", badtimes[i].text, badtimes[i].why, c.status);
		childfree(&c);
	}
}

/* Random times, written in a random unit with as many digits as it needs, are read back. */
static void
randomtimes(void)
{
	static const struct {
		const char *name;
		int digits;
	} units[] = { { "", 0 }, { "ns", 0 }, { "us", 3 }, { "ms", 6 }, { "s", 9 } };
	int wrong = 0;

	for (int i = 0; i < 100000; i++) {
		uint64_t v = taprandom(UINT64_MAX) << 10 >> taprandom(60), scale = 1;
		size_t u = taprandom(5);
		bool negative = taprandom(2);
		char text[64];
		int n;

		v >>= 1;
		for (int d = 0; d < units[u].digits; d++)
			scale *= 10;
		n = snprintf(text, sizeof(text), "%s%" PRIu64, negative ? "-" : "", v / scale);
		if (units[u].digits)
			n += snprintf(text + n, sizeof(text) - (size_t)n, ".%0*" PRIu64,
			    units[u].digits, v % scale);
		while (units[u].digits && taprandom(2) && text[n - 1] == '0' && text[n - 2] != '.')
			n--;
		snprintf(text + n, sizeof(text) - (size_t)n, "%s", units[u].name);
		if (clitime("x", text) != (negative ? -(int64_t)v : (int64_t)v) && wrong++ < 5)
			fprintf(stderr, "# %s gave %" PRId64 "\n", text, clitime("x", text));
	}
	ok(wrong == 0, "100000 random times in all units");
}

static const struct numbercase {
	const char *text;
	int64_t min, max;
	int status;
	int64_t want;
} numbers[] = {
	{ "0", 0, 10, 0, 0 },
	{ "10", 0, 10, 0, 10 },
	{ "-3", -3, 3, 0, -3 },
	{ "+3", -3, 3, 0, 3 },
	{ "007", 0, 10, 0, 7 },
	{ "9223372036854775807", INT64_MIN, INT64_MAX, 0, INT64_MAX },
	{ "-9223372036854775808", INT64_MIN, INT64_MAX, 0, INT64_MIN },
	{ "11", 0, 10, USAGE, 0 },
	{ "-1", 0, 10, USAGE, 0 },
	{ "", 0, 10, USAGE, 0 },
	{ " 1", 0, 10, USAGE, 0 },
	{ "\t1", 0, 10, USAGE, 0 },
	{ "1 ", 0, 10, USAGE, 0 },
	{ "1x", 0, 10, USAGE, 0 },
	{ "x", 0, 10, USAGE, 0 },
	{ "1.0", 0, 10, USAGE, 0 },
	{ "1e1", 0, 10, USAGE, 0 },
	{ "0x1", 0, 10, USAGE, 0 },
	{ "-", 0, 10, USAGE, 0 },
	{ "--1", -5, 10, USAGE, 0 },
	{ "1,2", 0, 10, USAGE, 0 },
	{ "9223372036854775808", INT64_MIN, INT64_MAX, USAGE, 0 },
	{ "-9223372036854775809", INT64_MIN, INT64_MAX, USAGE, 0 },
	{ "99999999999999999999999999", INT64_MIN, INT64_MAX, USAGE, 0 },
};

static void
readnumber(const void *arg)
{
	const struct numbercase *n = arg;

	printf("%" PRId64, clinumber("jobs", n->text, n->min, n->max));
}

static void
readnumbers(void)
{
	for (size_t i = 0; i < sizeof(numbers) / sizeof(*numbers); i++) {
		struct child c = childrun(readnumber, &numbers[i], NULL);

		ok(c.status == numbers[i].status &&
		        (c.status ? c.out.n == 0 && strncmp(c.err.p, "test: --jobs: ", 14) == 0
		                  : strtoll(c.out.p, NULL, 10) == numbers[i].want),
		    "number '%s': status %d", numbers[i].text, numbers[i].status);
		childfree(&c);
	}
}

static const struct percentcase {
	const char *text;
	double want; /* -1 for an error */
} percents[] = {
	{ "0%", 0 },
	{ "1%", 0.01 },
	{ "50%", 0.5 },
	{ "100%", 1 },
	{ "0.5%", 0.005 },
	{ "12.5%", 0.125 },
	{ "100.0%", 1 },
	{ "", -1 },
	{ "%", -1 },
	{ "1", -1 },
	{ "1%%", -1 },
	{ "1 %", -1 },
	{ " 1%", -1 },
	{ "-1%", -1 },
	{ "+1%", -1 },
	{ "x%", -1 },
	{ "1x%", -1 },
	{ "1e1%", -1 },
	{ "0x1%", -1 },
	{ "inf%", -1 },
	{ "nan%", -1 },
	{ ".%", -1 },
	{ "1.2.3%", -1 },
	{ "100.1%", -1 },
	{ "1000%", -1 },
};

static void
readpercent(const void *text)
{
	printf("%.17g", clipercent("share", text));
}

static void
readpercents(void)
{
	for (size_t i = 0; i < sizeof(percents) / sizeof(*percents); i++) {
		struct child c = childrun(readpercent, percents[i].text, NULL);

		if (percents[i].want < 0)
			ok(c.status == USAGE && c.out.n == 0 &&
			        strncmp(c.err.p, "test: --share: ", 15) == 0,
			    "percentage '%s' is refused", percents[i].text);
		else
			ok(c.status == 0 && strtod(c.out.p, NULL) == percents[i].want,
			    "percentage '%s'", percents[i].text);
		childfree(&c);
	}
}

/* Sizes in bytes; NULL for texts that are not sizes. */
static const struct {
	const char *text, *want;
} sizes[] = {
	{ "0", "0" },
	{ "1500", "1500" },
	{ "500k", "500000" },
	{ "20M", "20000000" },
	{ "2G", "2000000000" },
	{ "3T", "3000000000000" },
	{ "18446744073709551615", "18446744073709551615" },
	{ "18446744073709551616", NULL },
	{ "18446744073709552k", NULL },
	{ "18446745T", NULL },
	{ "", NULL },
	{ "k", NULL },
	{ "1K", NULL },
	{ "1kB", NULL },
	{ "1.5M", NULL },
	{ "-1", NULL },
	{ "+1", NULL },
	{ " 1", NULL },
	{ "1 ", NULL },
	{ "0x10", NULL },
};

static void
readsize(const void *text)
{
	printf("%llu", (unsigned long long)clisize("budget", text));
}

static void
readsizes(void)
{
	for (size_t i = 0; i < sizeof(sizes) / sizeof(*sizes); i++) {
		struct child c = childrun(readsize, sizes[i].text, NULL);

		if (sizes[i].want)
			ok(c.status == 0 && spanis(bufall(&c.out), sizes[i].want), "size '%s'",
			    sizes[i].text);
		else
			ok(c.status == USAGE && c.out.n == 0 &&
			        strncmp(c.err.p, "test: --budget: ", 16) == 0,
			    "size '%s' is refused", sizes[i].text);
		childfree(&c);
	}
}

static void
putname(void *arg, const char *name, size_t n)
{
	(void)arg;
	printf("<%.*s>", (int)n, name);
	fflush(stdout);
}

static void
readlist(const void *text)
{
	clilist("type", text, putname, NULL);
}

static void
readlists(void)
{
	static const struct {
		const char *text, *out;
		int status;
	} table[] = {
		{ "a", "<a>", 0 },
		{ "a,b", "<a><b>", 0 },
		{ "one,two,three", "<one><two><three>", 0 },
		{ " a , b", "< a >< b>", 0 },
		{ "a,a", "<a><a>", 0 },
		{ "", "", USAGE },
		{ ",", "", USAGE },
		{ ",a", "", USAGE },
		{ "a,", "<a>", USAGE },
		{ "a,,b", "<a>", USAGE },
	};

	for (size_t i = 0; i < sizeof(table) / sizeof(*table); i++) {
		struct child c = childrun(readlist, table[i].text, NULL);

		ok(c.status == table[i].status && strcmp(c.out.p, table[i].out) == 0 &&
		        (c.status == 0) == (c.err.n == 0) &&
		        (!c.status || strstr(c.err.p, "--type")),
		    "list '%s'", table[i].text);
		childfree(&c);
	}
}

/* The edit distance of two texts, by the recursive definition. */
static size_t
edits(const char *a, size_t n, const char *b, size_t m)
{
	size_t best, d;

	if (n == 0 || m == 0)
		return n + m;
	if (a[0] == b[0])
		return edits(a + 1, n - 1, b + 1, m - 1);
	best = edits(a + 1, n - 1, b + 1, m - 1);
	d = edits(a + 1, n - 1, b, m);
	best = d < best ? d : best;
	d = edits(a, n, b + 1, m - 1);
	return 1 + (d < best ? d : best);
}

static void
nearest(void)
{
	static const char *const names[] = { "kernel", "memcpy", "memset", "graph", "cuda-api",
		"cuda-sync", "nvtx", "nvtx-mark", "osrt", "sched" };
	static const struct {
		const char *text, *want;
	} table[] = {
		{ "kernel", "kernel" },
		{ "kernle", "kernel" },
		{ "Kernel", "kernel" },
		{ "kernels", "kernel" },
		{ "ernel", "kernel" },
		{ "memcopy", "memcpy" },
		{ "mmset", "memset" },
		{ "cuda_api", "cuda-api" },
		{ "cuda-snyc", "cuda-sync" },
		{ "nvtxmark", "nvtx-mark" },
		{ "ort", "osrt" },
		{ "scheds", "sched" },
		{ "completely-else", NULL },
		{ "", NULL },
		{ "qqqq", NULL },
	};
	char longer[300];
	int wrong = 0, near = 0;

	for (size_t i = 0; i < sizeof(table) / sizeof(*table); i++) {
		const char *got = spellingnearest(table[i].text, strlen(table[i].text), names, 10);

		ok(got ? table[i].want && strcmp(got, table[i].want) == 0 : !table[i].want,
		    "nearest to '%s' is %s (%s)", table[i].text,
		    table[i].want ? table[i].want : "none", got ? got : "none");
	}
	ok(spellingnearest("kernelXXX", 6, names, 10) == names[0], "only the bytes given count");
	ok(!spellingnearest("kernel", 6, names, 0), "of no names none is near");
	for (size_t n = 1; n < sizeof(longer); n++) {
		memset(longer, 'k', n);
		wrong += spellingnearest(longer, n, names, 10) != NULL;
	}
	ok(wrong == 0, "long texts come near to nothing, and overflow nothing");
	for (int i = 0; i < 3000; i++) {
		char text[3][8], *const list[] = { text[1], text[2] };
		const char *got;
		size_t d[2], n;

		for (int t = 0; t < 3; t++) {
			n = t == 0 ? 2 + taprandom(5) : taprandom(7);
			for (size_t j = 0; j < n; j++)
				text[t][j] = (char)('a' + taprandom(3));
			text[t][n] = '\0';
		}
		n = strlen(text[0]);
		d[0] = edits(text[0], n, list[0], strlen(list[0]));
		d[1] = edits(text[0], n, list[1], strlen(list[1]));
		got = spellingnearest(text[0], n, (const char *const *)list, 2);
		near += got != NULL;
		if (got)
			wrong += d[got == list[1]] > d[got != list[1]];
		else
			wrong += d[0] <= 1 || d[1] <= 1;
	}
	ok(wrong == 0 && near > 300, "of random texts the nearest by edits is found");
}

static void
warns(const void *arg)
{
	(void)arg;
	errno = ENOENT;
	warn("%s:", "file");
	errno = ENOENT;
	warn("%d things: no reason", 3);
	warn("%s", "");
}

static void
dies(const void *arg)
{
	(void)arg;
	errno = EACCES;
	die("open:");
}

static void
diesusage(const void *arg)
{
	(void)arg;
	dieusage("no %s", "file");
}

/* Pending output, which die must write before its message. */
static struct buf ready;

static void
diespending(const void *arg)
{
	(void)arg;
	bufstr(&ready, "ready\n");
	outsetpending(&ready, NULL, NULL);
	errno = EACCES;
	die("open:");
}

static void
diesunpending(const void *arg)
{
	(void)arg;
	bufstr(&ready, "ready\n");
	outsetpending(&ready, NULL, NULL);
	outsetpending(NULL, NULL, NULL);
	die("bad");
}

static void
messages(void)
{
	struct child c = childrun(warns, NULL, NULL);

	ok(c.status == 0 &&
	        strcmp(c.err.p,
	            "test: file: No such file or directory\ntest: 3 things: no reason\ntest: \n") ==
	            0,
	    "warn, and the reason behind a colon");
	childfree(&c);
	c = childrun(dies, NULL, NULL);
	ok(c.status == FAILED && strcmp(c.err.p, "test: open: Permission denied\n") == 0 &&
	        c.out.n == 0,
	    "die");
	childfree(&c);
	c = childrun(diesusage, NULL, NULL);
	ok(c.status == USAGE && strcmp(c.err.p, "test: no file\nTry 'test --help'.\n") == 0 &&
	        c.out.n == 0,
	    "dieusage");
	childfree(&c);
	c = childrun(diespending, NULL, NULL);
	ok(c.status == FAILED && strcmp(c.out.p, "ready\n") == 0 &&
	        strcmp(c.err.p, "test: open: Permission denied\n") == 0,
	    "die writes what is ready, and keeps the reason");
	childfree(&c);
	c = childrun(diespending, NULL, "/dev/full");
	ok(c.status == FAILED &&
	        strcmp(c.err.p, "test: standard output: No space left on device\n") == 0,
	    "what is ready cannot be written (%s)", c.err.p);
	childfree(&c);
	c = childrun(diesunpending, NULL, NULL);
	ok(c.status == FAILED && c.out.n == 0 && strcmp(c.err.p, "test: bad\n") == 0,
	    "nothing is pending any more");
	childfree(&c);
}

/* Prints the options of a command line. */
static void
options(const void *line)
{
	static const struct option table[] = { { "one", required_argument, NULL, OPT_OWN },
		{ "two", no_argument, NULL, OPT_OWN + 1 }, CLI_OPTIONS };
	char *copy = xstrdup(line), *argv[16] = { NULL };
	int argc = 0, opt;

	for (char *word = strtok(copy, " "); word && argc < 15; word = strtok(NULL, " "))
		argv[argc++] = word;
	while ((opt = cliopt(argc, argv, table)) != -1)
		printf("%d%s%s ", opt - OPT_OWN, optarg ? "=" : "", optarg ? optarg : "");
	printf("| %d", argc - optind);
	free(copy);
}

#define TRY "Try 'test --help'.\n"

static void
commandlines(void)
{
	static const struct {
		const char *line, *out, *err;
		int status;
	} table[] = {
		{ "test", "| 0", "", 0 },
		{ "test --two --one x file", "1 0=x | 1", "", 0 },
		{ "test --one=x", "0=x | 0", "", 0 },
		{ "test file --two", "1 | 1", "", 0 },
		{ "test -- --two", "| 1", "", 0 },
		{ "test -", "| 1", "", 0 },
		{ "test --one -", "0=- | 0", "", 0 },
		{ "test --help", "usage: test\n", "", 0 },
		{ "test --version", "test " NST_VERSION "\n", "", 0 },
		{ "test --two --help --nope", "usage: test\n", "", 0 },
		{ "test --options", "--one=\n--two\n--help\n--version\n--options\n", "", 0 },
		{ "test --nope", "", "test: unknown option '--nope'; is it '--one'?\n" TRY,
		    USAGE },
		{ "test --qqqqq=1", "", "test: unknown option '--qqqqq'\n" TRY, USAGE },
		{ "test --o", "", "test: ambiguous option '--o': several options begin so\n" TRY,
		    USAGE },
		{ "test --two -x", "1 ", "test: unknown option '-x'\n" TRY, USAGE },
		{ "test --two -xy", "1 ", "test: unknown option '-x'\n" TRY, USAGE },
		{ "test --one", "", "test: --one needs a value\n" TRY, USAGE },
		{ "test --two=1", "", "test: --two takes no value\n" TRY, USAGE },
	};
	static const char *const answers[] = { "test --help", "test --version", "test --options" };
	struct child c;

	for (size_t i = 0; i < sizeof(table) / sizeof(*table); i++) {
		c = childrun(options, table[i].line, NULL);
		ok(c.status == table[i].status && strcmp(c.out.p, table[i].out) == 0 &&
		        (table[i].status ? strstr(c.err.p, table[i].err) != NULL : c.err.n == 0),
		    "command line: %s (status %d)", table[i].line, c.status);
		childfree(&c);
	}
	ok(strcmp(cliversion(), NST_VERSION) == 0, "the version, for what is written");
	for (size_t i = 0; i < sizeof(answers) / sizeof(*answers); i++) {
		c = childrun(options, answers[i], "/dev/full");
		ok(c.status == FAILED && strstr(c.err.p, "No space left on device"),
		    "%s on a full disk", answers[i]);
		childfree(&c);
	}
}

int
main(void)
{
	cliinit("test", "usage: test\n");
	readtimes();
	randomtimes();
	readnumbers();
	readpercents();
	readsizes();
	readlists();
	nearest();
	messages();
	commandlines();
	return tapend();
}
