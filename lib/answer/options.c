/* SPDX-License-Identifier: MIT */
/* The options of nst-answer. */
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "answer.h"
#include "io/out.h"

static const char usage[] =
    "usage: nst-answer --about QUESTION [--names STYLE] [--top N | --all] "
    "[--wide]\n                  [--tsv | --csv | --json] [--title NAME] [--skipped]\n"
    "                  [--partial] [FILE]\n";

enum {
	OPT_ABOUT = OPT_OWN,
	OPT_NAMES,
	OPT_TOP,
	OPT_ALL,
	OPT_WIDE,
	OPT_TSV,
	OPT_CSV,
	OPT_JSON,
	OPT_TITLE,
	OPT_SKIPPED
};

static const struct flag flags[] = {
	{ "about", OPT_ABOUT, "QUESTION", "the question to answer",
	    "overview|kernels|ranges|calls|idle|gaps|path|steps|ranks|memory" },
	{ "names", OPT_NAMES, "STYLE", "group kernels, ranges and calls by these names",
	    NAMESTYLE_WORDS },
	{ "top", OPT_TOP, "N", "print only the first N rows", NULL },
	{ "all", OPT_ALL, NULL, "print all rows", NULL },
	{ "wide", OPT_WIDE, NULL, "whole names, in lines of any length", NULL },
	{ "tsv", OPT_TSV, NULL, "only the table, as tab-separated values", NULL },
	{ "csv", OPT_CSV, NULL, "only the table, as comma-separated values", NULL },
	{ "json", OPT_JSON, NULL, "only the table, an object for each row", NULL },
	{ "title", OPT_TITLE, "NAME", "the name of the profile in the last line", NULL },
	{ "skipped", OPT_SKIPPED, NULL,
	    "also print the kinds of events that nst-dump never writes", NULL },
	TOOL_PARTIAL_FLAG,
	{ .name = NULL },
};

static const struct help help = {
	.usage = usage,
	.what = "Answers a question about a profile on one screen: a sentence, a table, and what "
	    "to type next.",
	.flags = flags,
	.operands = "ndjson|ndjson.gz|ndjson.zst|ndjson.xz",
	.example = "nst-dump run.sqlite | nst-link | nst-answer --about kernels",
};

/* The width of lines that do not go to a terminal. */
enum { COLUMNS = 80 };

static void *
answermake(void)
{
	struct answer *a = xzalloc(1, sizeof(*a));

	answerinit(a);
	return a;
}

static void
answertake(void *self, int opt)
{
	struct answer *a = self;

	switch (opt) {
	case OPT_ABOUT:
		a->question = questionfind(optarg);
		break;
	case OPT_NAMES:
		a->sum.namer.style = namestyleread("names", optarg);
		a->sum.named = true;
		break;
	case OPT_TOP:
		a->top = (size_t)clinumber("top", optarg, 1, INT64_MAX);
		break;
	case OPT_ALL:
		a->all = true;
		break;
	case OPT_WIDE:
		a->wide = true;
		break;
	case OPT_TITLE:
		a->title = optarg;
		break;
	case OPT_SKIPPED:
		a->printskipped = true;
		break;
	default:
		if (a->format != TABLE_TEXT)
			dieusage("--tsv, --csv and --json: only one of them");
		a->format = opt == OPT_TSV ? TABLE_TSV : opt == OPT_CSV ? TABLE_CSV : TABLE_JSON;
	}
}

static void
answercheck(void *self)
{
	struct answer *a = self;
	struct winsize size = { 0 };

	if (!a->question)
		dieusage("--about is missing: it names the question");
	if (a->all && a->top > 0)
		dieusage("--top and --all exclude each other");
	if (a->format == TABLE_TEXT && !a->wide) {
		a->width = COLUMNS;
		if (isatty(STDOUT_FILENO) && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 &&
		    size.ws_col > 0)
			a->width = size.ws_col;
	}
	answerready(a);
}

static struct stage *
answerstages(void *self, const char *path, bool partial)
{
	(void)path;
	(void)partial;
	return &((struct answer *)self)->stage;
}

static enum status
answerdone(void *self, const char *path, enum status status)
{
	struct answer *a = self;

	answerwrite(a, path, status != DONE);
	if (!outend(&a->out))
		status = FAILED;
	answerfree(a);
	free(a);
	return status;
}

const struct tool answertool = {
	.name = "nst-answer",
	.help = &help,
	.writes = true,
	.showsprogress = true,
	.make = answermake,
	.option = answertake,
	.check = answercheck,
	.stages = answerstages,
	.end = answerdone,
};
