/* SPDX-License-Identifier: MIT */
/* nst: the front of the suite. It builds pipelines of the other programs and runs them. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/spelling.h"
#include "front/front.h"
#include "front/show.h"
#include "front/view.h"
#include "io/out.h"
#include "io/probe.h"
#include "program/cli.h"

static const char usage[] =
    "usage: nst [-n] [-v] [--json] FILE\n"
    "       nst [-n] [-v] FILE OPTION ...\n"
    "       nst [-n] [-v] COMMAND [ARGUMENT ...]\n"
    "       nst help [TOPIC]\n";

enum { OPT_DRY_RUN = 'n', OPT_JSON = OPT_OWN }; /* OPT_VERBOSE is 'v' */

/* --json: nst FILE writes one JSON object. */
static bool json;

static const struct option options[] = {
	{ "dry-run", no_argument, NULL, OPT_DRY_RUN },
	{ "json", no_argument, NULL, OPT_JSON },
	{ "verbose", no_argument, NULL, OPT_VERBOSE },
	CLI_OPTIONS
};

/* A command of nst; run gets the words behind the command. A command without run is a question of
 * nst-answer. */
struct verb {
	const char *name, *what;
	int (*run)(char *words[], bool dry);
	const char *options;  /* the program whose options it takes; NULL if it takes none */
	const char *operands; /* of its usage; NULL for FILES */
	const char *example;  /* its arguments; NULL for EXAMPLE */
};

#define FILES "FILE ... [OPTION ...]"
#define EXAMPLE "run.nsys-rep"

static int whatif(char *words[], bool dry);
static int summary(char *words[], bool dry);
static int trace(char *words[], bool dry);
static int openit(char *words[], bool dry);
static int help(char *words[], bool dry);

static const struct verb verbs[] = {
	{ "kernels", "kernels by their time", NULL, "nst-answer", NULL, NULL },
	{ "ranges", "NVTX ranges by the time of the kernels that they launched",
	    NULL, "nst-answer", NULL, NULL },
	{ "calls", "CUDA calls by their time on the CPU", NULL, "nst-answer", NULL, NULL },
	{ "memory", "copies and fills of memory: time, bytes and rates",
	    NULL, "nst-answer", NULL, NULL },
	{ "idle", "why GPUs were idle", NULL, "nst-answer", NULL, NULL },
	{ "gaps", "the longest waits of GPUs, and the work around them",
	    NULL, "nst-answer", NULL, NULL },
	{ "path", "the critical path: the events that the run waited for",
	    NULL, "nst-answer", "FILE ... [--from TIME] [--to TIME] [--step N]\n"
	    "                        [--range REGEX] [--comm REGEX] [OPTION ...]",
	    "run.nsys-rep --step slowest" },
	{ "steps", "steps of the training loop, the slowest first, and why",
	    NULL, "nst-answer", NULL, NULL },
	{ "ranks", "how long ranks waited for each other; one FILE for each rank",
	    NULL, "nst-answer", NULL, "rank0.nsys-rep rank1.nsys-rep" },
	{ "what-if", "the predicted savings of findings, or of --scale 'gemm=0.5'",
	    whatif, "nst-replay", NULL, "run.nsys-rep --scale gemm=0.5" },
	{ "summary", "print all tables of nst-sum about a report, an export or a stream",
	    summary, "nst-sum", "FILE [OPTION ...]", NULL },
	{ "trace", "write a trace for Perfetto, and print how to open it",
	    trace, "nst-convert", "FILE|FOLDER ... [OPTION ...]", NULL },
	{ "open", "show tables and a timeline in your browser, over ssh too",
	    openit, "nst-page", "[--serve] FILE [OPTION ...]", NULL },
	{ "help", "print this list, or show the manual page of a TOPIC", help, NULL, NULL, NULL },
};

enum { VERBS = sizeof(verbs) / sizeof(*verbs) };

/* Prints or runs a pipeline, frees it, and returns the status. */
static int
carryout(struct pipeline *p, bool dry)
{
	struct buf out = { 0 };
	int status = DONE;

	if (!frontlinks())
		dieusage("--across: the stream is linked already");
	if (dry) {
		pipelineshow(p, &out);
		outwrite(&out);
		free(out.p);
	} else if (p->count == 1)
		pipelineexec(p);
	else {
		pipelineexecchain(p);
		status = pipelinerun(p);
	}
	pipelinefree(p);
	return status;
}

static int
whatif(char *words[], bool dry)
{
	struct pipeline p = { 0 };

	frontwhatif(&p, words);
	return carryout(&p, dry);
}

static int
summary(char *words[], bool dry)
{
	struct pipeline p = { 0 };

	if (!*words)
		dieusage("summary: no file named");
	if (words[1] && words[1][0] != '-')
		dieusage("'%s' is one file too many: nst merge merges several, nst diff compares"
		         " two",
		    words[1]);
	frontsummary(&p, *words, words + 1);
	return carryout(&p, dry);
}

/* Answers a question about the files among the words. */
static int
answer(const char *question, char *words[], bool dry)
{
	struct pipeline p = { 0 };

	frontanswer(&p, question, words);
	return carryout(&p, dry);
}

/* Prints the answer to "nst FILE". */
static int
overview(char *file, bool dry)
{
	char option[] = "--json", *words[] = { file, json ? option : NULL, NULL };
	struct pipeline p = { 0 };
	struct buf path = { 0 };
	int status;

	if (*file == '-' && file[1]) {
		bufprintf(&path, "./%s", file);
		bufchar(&path, '\0');
		words[0] = path.p;
	}
	frontanswer(&p, "overview", words);
	status = carryout(&p, dry);
	free(path.p);
	return status;
}

/* Builds the command that writes a trace; words are the user's arguments for nst-convert. */
static void
convert(struct pipeline *p, char *words[])
{
	bool given = false;

	pipelineadd(p, "nst-convert");
	for (char **word = words; *word; word++)
		given = given || strcmp(*word, "--to") == 0 || strncmp(*word, "--to=", 5) == 0;
	if (!given) {
		pipelineword(p, "--to");
		pipelineword(p, "perfetto");
	}
	for (; *words; words++)
		pipelineword(p, *words);
}

/* Runs nst-convert, unless dry. */
static int
makeit(struct pipeline *p, bool dry)
{
	int status = DONE;

	if (dry)
		return carryout(p, dry);
	status = pipelinerun(p);
	pipelinefree(p);
	return status;
}

static int
trace(char *words[], bool dry)
{
	struct pipeline p = { 0 };
	bool output = false; /* to standard output */
	int status;

	if (!*words)
		dieusage("trace: no file named");
	for (char **word = words; *word; word++)
		output = output || strcmp(*word, "-o-") == 0 ||
		    (strcmp(*word, "-o") == 0 && word[1] && strcmp(word[1], "-") == 0);
	convert(&p, words);
	status = makeit(&p, dry);
	if (status == DONE && !dry && !output)
		showhow();
	return status;
}

static int
openit(char *words[], bool dry)
{
	bool serve = *words && strcmp(*words, "--serve") == 0, packed;
	struct pipeline p = { 0 };
	enum filetype kind;
	const char *path;
	int status;

	words += serve;
	path = *words;
	if (!path)
		dieusage("open: no file named");
	if (*path == '-' && path[1])
		dieusage("open: '%s' is before the FILE: put options after it", path);
	kind = probefile(path, &packed);
	if (kind == FILETYPE_OTHER && errno != 0)
		die("%s:", path);
	if (kind == FILETYPE_CHROME || kind == FILETYPE_PERFETTO) {
		if (serve || words[1])
			dieusage("open: %s is a trace: it takes no options", path);
		return showopen(path, dry);
	}
	if (viewis(path)) {
		if (words[1])
			dieusage("open: %s is a page: it takes no options", path);
		return viewfile(path, serve ? VIEW_SERVE : viewhow(path), dry);
	}
	if (!filetypeprofile(kind) && kind != FILETYPE_STREAM)
		die("%s: not a profile, a page or a trace: %s", path, probewhat(path, kind));
	frontpage(&p, path, words + 1);
	status = viewpage(&p, path, serve ? VIEW_SERVE : viewhow(path), dry);
	pipelinefree(&p);
	return status;
}

/* Writes one line of the list. */
static void
nstentry(struct buf *out, const char *name, const char *what)
{
	bufprintf(out, "  %-10s  %s\n", name, what);
}

/* Returns true for a program that users hardly start themselves. */
static bool
isstep(const struct manual *manual)
{
	static const char *const names[] = { "nst-answer", "nst-chain", "nst-mkreport" };

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (strcmp(manual->name, names[i]) == 0)
			return true;
	return false;
}

/* Writes the list of commands, programs and other manual pages. */
static void
list(struct buf *out)
{
	bufstr(out, usage);
	bufstr(out,
	    "\nPrints where the time of FILE went: a report, its SQLite export, a trace of\n"
	    "PyTorch, or a stream of events. With OPTIONs it runs nst-sum.\n"
	    "\nCommands:\n\n");
	for (size_t i = 0; i < VERBS; i++)
		nstentry(out, verbs[i].name, verbs[i].what);
	bufstr(out, "\nPrograms: nst NAME runs nst-NAME, and reads reports and exports too:\n\n");
	for (const struct manual *manual = manuals; manual->name; manual++)
		if (manual->section == '1' && !isstep(manual))
			nstentry(out, manualword(manual), manual->what);
	bufstr(out, "\nPrograms that other programs start:\n\n");
	for (const struct manual *manual = manuals; manual->name; manual++)
		if (isstep(manual))
			nstentry(out, manualword(manual), manual->what);
	bufstr(out, "\nTopics of nst help TOPIC:\n\n");
	for (const struct manual *manual = manuals; manual->name; manual++)
		if (manual->section != '1')
			nstentry(out, manualword(manual), manual->what);
	bufstr(out, "\nExamples:\n\n  nst run.nsys-rep           prints where the time went\n"
	            "  nst trace run.nsys-rep     writes run.pftrace, for Perfetto\n"
	            "  nst -n run.nsys-rep        prints the pipeline instead of running it\n"
	            "\nManual: nst(1), nst(7)\n");
	bufchar(out, '\0');
	out->n--;
}

/* Returns the end of a message about an unknown name: the nearest name, or where names are. */
static const char *
guess(const char *name)
{
	const char *names[256], *hint;
	size_t count = 0;

	for (size_t i = 0; i < VERBS; i++)
		names[count++] = verbs[i].name;
	for (const struct manual *manual = manuals; manual->name && count < 256; manual++)
		names[count++] = manualword(manual);
	hint = spellinghint(spanof(name), names, count);
	return *hint ? hint : ": 'nst help' lists them";
}

static int
help(char *words[], bool dry)
{
	static const struct manual front = { "nst", '1', "" };
	const struct manual *manual;
	struct pipeline p = { 0 };
	struct buf out = { 0 };

	if (!*words || strcmp(*words, "--help") == 0 || strcmp(*words, "-h") == 0) {
		list(&out);
		return outend(&out) ? DONE : FAILED;
	}
	if (words[1])
		dieusage("help: '%s' is one TOPIC too many", words[1]);
	manual = manualfind(*words);
	for (size_t i = 0; !manual && i < VERBS; i++)
		if (strcmp(*words, verbs[i].name) == 0)
			manual = &front;
	if (!manual)
		dieusage("help: no command or program is called '%s'%s", *words, guess(*words));
	showmanual(&p, manual);
	return carryout(&p, dry);
}

/* Prints the help of a command. */
static int
verbhelp(const struct verb *verb)
{
	struct buf out = { 0 };

	bufprintf(&out, "usage: nst [-n] [-v] %s %s\n\nnst %s: %s.\n", verb->name,
	    verb->operands ? verb->operands : FILES, verb->name, verb->what);
	bufprintf(&out, "OPTIONs are those of %s: '%s --help' lists them.\n", verb->options,
	    verb->options);
	bufprintf(&out, "\nExample:\n  nst %s %s\n\nManual: nst(1), %s(1), nst(7)\n", verb->name,
	    verb->example ? verb->example : EXAMPLE, verb->options);
	return outend(&out) ? DONE : FAILED;
}

static bool
wantshelp(char *const words[])
{
	bool wants = words[1] && strcmp(words[1], "-h") == 0;

	for (; *words; words++)
		wants = wants || strcmp(*words, "--help") == 0;
	return wants;
}

/* Runs a command of nst. */
static int
runverb(const struct verb *verb, char *words[], bool dry)
{
	if (verb->options && wantshelp(words))
		return verbhelp(verb);
	if (verb->run != trace && verb->run != help)
		frontacross(words + 1);
	return verb->run ? verb->run(words + 1, dry) : answer(verb->name, words + 1, dry);
}

/* Runs the command in words. */
static int
front(char *words[], bool dry)
{
	const struct manual *manual = manualfind(*words);
	struct pipeline p = { 0 };

	for (size_t i = 0; i < VERBS; i++)
		if (strcmp(*words, verbs[i].name) == 0)
			return runverb(&verbs[i], words, dry);
	if (manual && manual->section == '1') {
		if (frontlinked(manual->name))
			frontacross(words + 1);
		frontprogram(&p, manual->name, words + 1);
		return carryout(&p, dry);
	}
	if (strcmp(*words, "-") != 0 && !strchr(*words, '/') && !strchr(*words, '.') &&
	    access(*words, F_OK) != 0)
		dieusage("'%s' is neither a file nor a command%s", *words, guess(*words));
	frontacross(words + 1);
	if (!words[1])
		return overview(*words, dry);
	if (json)
		dieusage("--json takes one FILE: %s is one argument too many", words[1]);
	return summary(words, dry);
}

int
main(int argc, char *argv[])
{
	struct buf out = { 0 };
	bool dry = false;
	int status, opt;

	list(&out);
	cliinit("nst", out.p);
	clistopatoperand(true);
	while ((opt = cliopt(argc, argv, options)) != -1) {
		json = json || opt == OPT_JSON;
		dry = dry || opt == OPT_DRY_RUN;
		if (opt == OPT_VERBOSE)
			frontverbose();
	}
	if (optind == argc) {
		(void)outwriteto(STDERR_FILENO, &out);
		return USAGE;
	}
	frontpath();
	status = front(argv + optind, dry);
	if (dry && fclose(stdout) != 0)
		status = FAILED;
	return status;
}
