/* SPDX-License-Identifier: MIT */
/* nst-chain: runs a pipeline of nst programs in one process, without text between them. */
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "advise/advise.h"
#include "answer/answer.h"
#include "chain/handover.h"
#include "chrome/chrome.h"
#include "dump/dump.h"
#include "filter/filter.h"
#include "fold/fold.h"
#include "front/front.h"
#include "io/atomicfile.h"
#include "io/out.h"
#include "io/scratch.h"
#include "link/link.h"
#include "perfetto/perfetto.h"
#include "program/cli.h"
#include "program/pipeline.h"
#include "program/progress.h"
#include "program/tool.h"
#include "scrub/scrub.h"
#include "state/state.h"
#include "step/step.h"
#include "sum/sum.h"

static const char usage[] =
    "usage: nst-chain [--ask] [--terminal N] nst-dump [OPTION ...] FILE\n"
    "                 ['|' PROGRAM [OPTION ...]] ...\n"
    "       nst-chain --scratch PID FOLDER\n"
    "       nst-chain --place [--force] FILE TARGET [INPUT ...]\n";

enum { OPT_ASK = OPT_OWN, OPT_TERMINAL, OPT_SCRATCH, OPT_PLACE, OPT_FORCE };

static const struct flag flags[] = {
	{ "ask", OPT_ASK, NULL, "only print whether one process is enough", NULL },
	{ "terminal", OPT_TERMINAL, "N", "show the progress of nst-dump on this descriptor",
	    NULL },
	{ "scratch", OPT_SCRATCH, "PID", "make a folder for unfinished files of a process", NULL },
	{ "place", OPT_PLACE, NULL, "give FILE its final name, TARGET, which no INPUT may have",
	    NULL },
	{ "force", OPT_FORCE, NULL, "replace TARGET if it exists", NULL },
	{ .name = NULL },
};

static const struct help help = {
	.usage = usage,
	.what = "Runs a pipeline of nst programs, in one process where possible, to save CPU time.",
	.flags = flags,
	.example = "nst-chain nst-dump run.sqlite '|' nst-link '|' nst-chrome --object > run.json",
};

static const struct tool *const tools[] = {
	&linktool, &steptool, &statetool, &advisetool, &filtertool, &scrubtool, &sumtool, &foldtool,
	&answertool, &chrometool, &perfettotool
};

static const struct tool *
toolof(const char *name)
{
	for (size_t i = 0; i < sizeof(tools) / sizeof(*tools); i++)
		if (strcmp(tools[i]->name, name) == 0)
			return tools[i];
	return NULL;
}

/* The tools behind nst-dump. They live until the program ends; the end function of a tool frees its
 * memory, and only tools that ran have one called. */
static struct toolrun *uses;

/* Splits the words at each | into commands. */
static void
chainpart(struct pipeline *p, char *words[])
{
	bool begins = true;

	for (; *words; words++) {
		bool bar = strcmp(*words, "|") == 0;

		if (bar && begins)
			dieusage("no program before |");
		if (!bar && begins)
			pipelineadd(p, *words);
		else if (!bar)
			pipelineword(p, *words);
		begins = bar;
	}
	if (begins)
		dieusage(p->count > 0 ? "no program behind |" : "no program named");
}

/* Returns true if these programs can run in one process: nst-dump, then tools, of which all but the
 * last give records. */
static bool
known(const struct pipeline *p)
{
	if (p->count < 2 || strcmp(p->commands[0].words[0], "nst-dump") != 0)
		return false;
	for (size_t i = 1; i < p->count; i++) {
		const struct tool *tool = toolof(p->commands[i].words[0]);

		if (!tool || (tool->writes && i + 1 < p->count))
			return false;
		uses[i - 1].tool = tool;
	}
	return true;
}

/* Starts to parse the command line of a program. Returns its words in an array that getopt_long may
 * reorder; the caller frees the array. */
static char **
chainbegin(const char *name, const struct help *of, const struct command *c)
{
	char **words = xreallocarray(NULL, c->count + 1, sizeof(*words));

	memcpy(words, c->words, (c->count + 1) * sizeof(*words));
	clibegin(name, of);
	optind = 0; /* makes getopt_long start again */
	return words;
}

/* Returns true if an argument names a pipe as @FILE: a pipe can be read only once, by the program
 * itself. */
static bool
namespipe(const struct pipeline *p)
{
	struct stat st;

	for (size_t i = 1; i < p->count; i++)
		for (size_t j = 1; j < p->commands[i].count; j++) {
			const char *at = strchr(p->commands[i].words[j], '@');

			if (at && stat(at + 1, &st) == 0 && !S_ISREG(st.st_mode))
				return true;
		}
	return false;
}

/* Parses the command lines of all tools. Returns false if one needs a pipe, for instance because it
 * reads its input twice. */
static bool
taketools(const struct pipeline *p)
{
	bool piped = false;

	for (size_t i = 1; i < p->count; i++) {
		const struct command *c = &p->commands[i];
		struct toolrun *use = &uses[i - 1];
		const struct tool *tool = use->tool;
		char **words = chainbegin(tool->name, tool->help, c);

		toolparse(use, tool, (int)c->count, words);
		free(words);
		if (use->path && strcmp(use->path, "-") != 0)
			piped = true;
		if (toolwrites(use) && i + 1 < p->count)
			piped = true;
		if (tool->needsfirstpass && tool->needsfirstpass(use->self))
			piped = true;
	}
	return !piped;
}

/* Writes a line to standard output and ends the program. */
static void __attribute__((noreturn))
chainanswer(const char *line)
{
	struct buf out = { 0 };

	bufstr(&out, line);
	bufchar(&out, '\n');
	clianswer(&out);
}

/* Returns true if nst-link follows nst-dump, then nst-filter with a window, and sets the window.
 * Options that select types count events of other types as removed; so do those of nst-dump. */
static bool
islinkedwindow(const struct pipeline *p, const struct dumping *dumping, struct linkedwindow *linked)
{
	const struct window *window;

	if (p->count < 3 || uses[0].tool != &linktool || uses[1].tool != &filtertool ||
	    dumping->workers > 1 || dumping->wanted.types != 0 ||
	    windowasked(&dumping->wanted.window))
		return false;
	window = filterwindow(uses[1].self);
	if (!window)
		return false;
	*linked = (struct linkedwindow){ *window, linkprojectedtypes(uses[0].self) };
	return true;
}

/* Runs the programs in this process, or answers whether that is possible; returns only if it is
 * not. */
static void
runhere(const struct pipeline *p, bool ask)
{
	struct handover handover;
	struct linkedwindow linked;
	struct dumping dumping;
	enum status status;
	char **words = chainbegin("nst-dump", &dumphelp, &p->commands[0]);

	dumptake(&dumping, (int)p->commands[0].count, words);
	free(words);
	if (!namespipe(p) && taketools(p)) {
		errinit("nst-dump");
		if (ask)
			chainanswer("one process");
		dumping.to = &handover.sink;
		if (islinkedwindow(p, &dumping, &linked))
			dumping.linked = &linked;
		handoverbegin(&handover, uses, p->count - 1);
		status = dump(&dumping);
		exit(status);
	}
	errinit("nst-chain");
}

/* Makes a folder for the unfinished files of a script, and prints its name. Signals wait: a script
 * that a signal ends removes the folder, so it must learn the name. */
static void __attribute__((noreturn))
makescratch(long pid, char *words[])
{
	sigset_t all;

	if (!words[0] || words[1])
		dieusage("--scratch: name a folder");
	sigfillset(&all);
	(void)sigprocmask(SIG_BLOCK, &all, NULL);
	chainanswer(scratchfolder(words[0], (pid_t)pid));
}

/* Gives a file of a script its final name, unless that is the name of an input. */
static enum status
placefile(char *words[], bool force)
{
	struct stat input;

	if (!words[0] || !words[1])
		dieusage("--place: name a file and its target");
	for (char **word = words + 2; *word; word++)
		if (stat(*word, &input) == 0)
			atomicfileavoid(words[1], &input, "input");
	atomicfileplace(words[0], words[1], force);
	return DONE;
}

/* The options. */
struct asked {
	bool ask, place, force;
	long scratch; /* the process that needs a folder; 0 for none */
};

static void
chaintake(struct asked *asked, int opt)
{
	switch (opt) {
	case OPT_ASK:
		asked->ask = true;
		break;
	case OPT_SCRATCH:
		asked->scratch = (long)clinumber("scratch", optarg, 1, INT_MAX);
		break;
	case OPT_PLACE:
		asked->place = true;
		break;
	case OPT_FORCE:
		asked->force = true;
		break;
	default:
		progresssetfd((int)clinumber("terminal", optarg, 0, INT_MAX));
	}
}

int
main(int argc, char *argv[])
{
	struct asked asked = { .scratch = 0 };
	struct pipeline p = { 0 };
	int status, opt;

	clibegin("nst-chain", &help);
	clistopatoperand(true);
	while ((opt = clinext(argc, argv)) != -1)
		chaintake(&asked, opt);
	clistopatoperand(false);
	if (asked.scratch > 0)
		makescratch(asked.scratch, argv + optind);
	if (asked.place)
		return placefile(argv + optind, asked.force);
	chainpart(&p, argv + optind);
	uses = xzalloc(p.count, sizeof(*uses));
	if (known(&p))
		runhere(&p, asked.ask);
	if (asked.ask)
		chainanswer("several processes");
	frontpath();
	status = pipelinerun(&p);
	pipelinefree(&p);
	return status;
}
