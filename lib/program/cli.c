/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/spelling.h"
#include "cli.h"
#include "help.h"
#include "io/out.h"

static const char *usage = "";
static const struct help *help; /* NULL after cliinit */
static bool stopatoperand; /* options end at the first operand */

static const struct unit {
	const char *name;
	int64_t ns;
	int digits; /* decimals that are whole nanoseconds */
} units[] = {
	{ "", 1, 0 },
	{ "ns", 1, 0 },
	{ "us", 1000, 3 },
	{ "ms", 1000000, 6 },
	{ "s", 1000000000, 9 },
};

/* Opens /dev/null in place of each standard stream that is closed. Otherwise the next file that the
 * program opens would get its descriptor, and messages would go into that file. The mode is the
 * wrong one, so that reads and writes fail as they do on a closed descriptor. */
static void
fillclosedstreams(void)
{
	for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
		if (fcntl(fd, F_GETFD) < 0 && errno == EBADF)
			(void)open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

void
cliinit(const char *name, const char *text)
{
	fillclosedstreams();
	errinit(name);
	usage = text;
	/* A write beyond ulimit -f then fails with EFBIG instead of a signal. */
	signal(SIGXFSZ, SIG_IGN);
}

void
clibegin(const char *name, const struct help *text)
{
	cliinit(name, text->usage);
	help = text;
}

void
clistopatoperand(bool on)
{
	stopatoperand = on;
}

void
clianswer(struct buf *answer)
{
	exit(outend(answer) ? DONE : FAILED);
}

/* Answers --options: the long options, one a line, with = if they take a value. Scripts use it. */
static void __attribute__((noreturn))
clianswernames(const struct option *options)
{
	struct buf out = { 0 };

	for (; options->name; options++) {
		if (options->val == OPT_DESCRIBE)
			continue;
		bufstr(&out, "--");
		bufstr(&out, options->name);
		bufstr(&out, options->has_arg == no_argument ? "\n" : "=\n");
	}
	clianswer(&out);
}

/* Writes getopt's string of the options that have letters, and of -h and -V. */
static void
shortoptions(const struct option *options, char *letters)
{
	if (stopatoperand)
		*letters++ = '+';
	*letters++ = ':'; /* getopt_long then returns ':' for a missing value */
	*letters++ = 'h';
	*letters++ = 'V';
	for (; options->name; options++) {
		if (options->val >= OPT_HELP)
			continue;
		*letters++ = (char)options->val;
		if (options->has_arg == required_argument)
			*letters++ = ':';
	}
	*letters = '\0';
}

const char *
cliversion(void)
{
	return NST_VERSION;
}

const char *const clifilteroptions[] = { "type", "prefix", "match", "inside", "domain", "pid",
	"tid", "device", "stream", "rank", "min-dur", "launches", NULL };

/* Returns the end of a message about an unknown option: the program that has it, or the nearest
 * option, or "". */
static const char *
optionhint(const struct option *options, struct span name)
{
	static char hint[128];
	const char *names[128], *nearest;
	size_t count = 0;

	for (size_t i = 0; clifilteroptions[i]; i++)
		if (strlen(clifilteroptions[i]) == name.n &&
		    memcmp(clifilteroptions[i], name.p, name.n) == 0)
			return ": nst-filter selects events";
	for (; options->name && count < sizeof(names) / sizeof(*names); options++)
		if (options->val != OPT_DESCRIBE && options->val != OPT_OPTIONS)
			names[count++] = options->name;
	nearest = spellingnearest(name.p, name.n, names, count);
	if (!nearest)
		return "";
	snprintf(hint, sizeof(hint), "; is it '--%s'?", nearest);
	return hint;
}

/* Ends the program: no option has this name, or several begin with it. */
static void __attribute__((noreturn))
refuselong(const char *word, const struct option *options)
{
	struct span name = { word, strcspn(word, "=") };
	size_t count = 0;

	for (const struct option *o = options; o->name; o++)
		count += strncmp(o->name, name.p, name.n) == 0;
	if (count > 1)
		dieusage("ambiguous option '--%.*s': several options begin so",
		    (int)name.n, name.p);
	dieusage("unknown option '--%.*s'%s", (int)name.n, name.p, optionhint(options, name));
}

/* Ends the program with the reason why getopt_long refused a word. The code is 0 for an unknown
 * long option, and the letter for an unknown short one. */
static void __attribute__((noreturn))
refuseoption(const char *word, const struct option *options, int code, bool novalue)
{
	const struct option *known = options;

	if (code == 0)
		refuselong(word + 2, options);
	while (known->name && known->val != code)
		known++;
	if (!known->name)
		dieusage("unknown option '-%c'", code);
	if (strncmp(word, "--", 2) != 0)
		dieusage("-%c needs a value", code);
	dieusage(novalue ? "--%s needs a value" : "--%s takes no value", known->name);
}

int
cliopt(int argc, char *argv[], const struct option *options)
{
	char letters[64];
	struct buf out = { 0 };
	int opt;

	shortoptions(options, letters);
	opterr = 0; /* refuseoption prints the messages */
	opt = getopt_long(argc, argv, letters, options, NULL);

	switch (opt) {
	case 'h':
	case OPT_HELP:
		if (help)
			helpwrite(&out, help);
		else
			bufstr(&out, usage);
		clianswer(&out);
	case 'V':
	case OPT_VERSION:
		bufstr(&out, errprogram());
		bufstr(&out, " " NST_VERSION "\n");
		clianswer(&out);
	case OPT_OPTIONS:
		clianswernames(options);
	case OPT_DESCRIBE:
		helpdescribe(&out, help);
		clianswer(&out);
	case ':':
	case '?':
		refuseoption(argv[optind - 1], options, optopt, opt == ':');
	}
	return opt;
}

int
clinext(int argc, char *argv[])
{
	static const struct option ours[] = {
		{ "describe", no_argument, NULL, OPT_DESCRIBE },
		CLI_OPTIONS
	};
	struct option *options;
	size_t count = 0;
	int opt;

	while (help->flags[count].name)
		count++;
	options = xzalloc(count + sizeof(ours) / sizeof(*ours), sizeof(*options));
	for (size_t i = 0; i < count; i++) {
		const struct flag *f = &help->flags[i];

		options[i] = (struct option){ f->name,
			f->value ? required_argument : no_argument, NULL, f->code };
	}
	memcpy(options + count, ours, sizeof(ours));
	while ((opt = cliopt(argc, argv, options)) == OPT_VERBOSE)
		errverbose(true);
	free(options);
	return opt;
}

int64_t
clinumber(const char *option, const char *text, int64_t min, int64_t max)
{
	char *end;
	long long v;

	errno = 0;
	v = strtoll(text, &end, 10);
	if (end == text || *end || isspace((unsigned char)*text))
		dieusage("--%s: '%s' is not a whole number", option, text);
	if (errno == ERANGE || v < min || v > max)
		dieusage("--%s: %s is out of range", option, text);
	return v;
}

uint64_t
clisize(const char *option, const char *text)
{
	static const char letters[] = "kMGT";
	const char *letter;
	uint64_t v;
	char *end;

	errno = 0;
	v = strtoull(text, &end, 10);
	if (!isdigit((unsigned char)*text) || (*end && end[1]) ||
	    (*end && !strchr(letters, *end)))
		dieusage("--%s: '%s' is not a size such as 500k or 20M", option, text);
	for (letter = letters; *end && errno == 0; letter++) {
		if (__builtin_mul_overflow(v, 1000, &v))
			errno = ERANGE;
		if (*letter == *end)
			break;
	}
	if (errno == ERANGE)
		dieusage("--%s: %s is out of range", option, text);
	return v;
}

double
clipercent(const char *option, const char *text)
{
	char *end;
	double v = strtod(text, &end);

	if (strspn(text, "0123456789.") != (size_t)(end - text) || end == text ||
	    strcmp(end, "%") != 0)
		dieusage("--%s: '%s' is not a percentage such as 0.1%%", option, text);
	if (v > 100)
		dieusage("--%s: %s is out of range", option, text);
	return v / 100;
}

/* Appends a decimal digit to *v; sign is 1 or -1. Returns false if it overflows. */
static bool
appenddigit(int64_t *v, char digit, int sign)
{
	return !__builtin_mul_overflow(*v, 10, v) &&
	    !__builtin_add_overflow(*v, sign * (digit - '0'), v);
}

int64_t
clitime(const char *option, const char *text)
{
	const char *p = text;
	const struct unit *unit = NULL;
	bool fits = true;
	int64_t v = 0;
	int shift = 0, sign = *p == '-' ? -1 : 1;

	if (*p == '-' || *p == '+')
		p++;
	if (!isdigit((unsigned char)*p))
		dieusage("--%s: '%s' is not a time such as 1500, 1.5s, 200ms or 3us", option, text);
	for (; isdigit((unsigned char)*p); p++)
		fits = fits && appenddigit(&v, *p, sign);
	if (*p == '.')
		for (p++; isdigit((unsigned char)*p); p++, shift++)
			fits = fits && appenddigit(&v, *p, sign);
	for (size_t i = 0; i < sizeof(units) / sizeof(*units); i++)
		if (strcmp(p, units[i].name) == 0)
			unit = &units[i];
	if (!unit)
		dieusage("--%s: '%s' has an unknown unit: use ns, us, ms or s", option, text);
	if (shift > 0 && unit->digits == 0 && !*unit->name)
		dieusage("--%s: '%s' has no unit: is it %ss?", option, text, text);
	for (; shift > unit->digits && v % 10 == 0; shift--)
		v /= 10;
	if (shift > unit->digits)
		dieusage("--%s: '%s' is not a whole number of nanoseconds", option, text);
	for (int64_t scale = unit->ns; scale > 1; scale /= 10)
		if (shift > 0)
			shift--;
		else
			fits = fits && appenddigit(&v, '0', sign);
	if (!fits)
		dieusage("--%s: %s is out of range", option, text);
	return v;
}

void
clilist(const char *option, const char *list, void (*put)(void *, const char *, size_t), void *arg)
{
	for (;;) {
		size_t n = strcspn(list, ",");

		if (n == 0)
			dieusage("--%s: an empty name in the list", option);
		put(arg, list, n);
		if (!list[n])
			break;
		list += n + 1;
	}
}

const char *
clistream(int argc, char *argv[])
{
	if (argc - optind > 1)
		dieusage("more than one stream named");
	return argv[optind];
}
