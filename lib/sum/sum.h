/* SPDX-License-Identifier: MIT */
/* The stage of nst-sum: adds up time by type, name, device and so on, and writes tables. sum/tally
 * adds up, sum/columns makes the rows and columns, table writes them; sum/nsys has the reports of
 * "nsys stats". This room has the tables that are not of groups: busytable, statetable,
 * ranktable, countertable. */
#ifndef NST_SUM_H
#define NST_SUM_H

#include "gpu/identity.h"
#include "gpu/workkind.h"
#include "program/cli.h"
#include "countertable.h"
#include "ranktable.h"
#include "statetable.h"
#include "stream/stage.h"
#include "sum/columns/grouptable.h"
#include "sum/nsys/statsreport.h"
#include "sum/tally/busytime.h"
#include "program/clip.h"
#include "sum/tally/tally.h"
#include "tablerecord.h"
#include "untraced.h"

struct sum {
	struct stage stage;

	/* Options, which the caller sets before sumready. */
	const struct statsreport *statsreport; /* NULL for a table of nst-sum */
	struct collectorargs args;             /* of the stats report, as statsreportread left
	                                        * them */
	enum time_unit unit;                   /* of times in stats reports */
	bool named;                            /* --names was given */
	bool commas;                           /* between each three digits of stats reports */
	bool uncut;                            /* long names are not cut in stats reports */
	enum table_format format;
	bool summary; /* tables of the profile, its GPUs, and each type */
	bool counted; /* --by counter: the table of counters, and nothing else */
	bool histogram; /* the table of lengths of durations in place of that of groups */
	bool profiled; /* tables of the profile and its GPUs; summary implies it */
	bool stateless, rankless; /* the caller does not read the states, or the ranks, of these */
	bool unsorted; /* these tables were given up: the events are not in order of ts */
	size_t memory; /* bytes for groups and their rows; 0 for no limit */
	size_t width; /* maximum length of a line in the text format; 0 for none */
	struct grouptable grouptable;
	struct clip clip;
	struct tablesource source;
	struct workclassifier workclassifier;
	struct groupnamer namer; /* its style is an option */
	struct tally tally;

	struct identitytable ids; /* read only if identified is true */
	bool identified;
	struct busytime busy;
	struct statetable states;
	struct ranktable ranks;
	struct countertable counters;
	struct metanames metanames;
	struct collector *collector; /* of the stats report, or NULL */
	struct nsysformat nsys;
	char nsysname[64]; /* of the stats report in the title */
	struct tableview view; /* with the fields that all tables share */
	uint64_t graphs;       /* number of CUDA graphs traced as a whole */
	size_t rows;           /* of the stats report */
	bool ranged;           /* some event has the ranges around its launch */
	uint64_t overflowing;  /* number of events that end after INT64_MAX ns */
	struct buf omitted;    /* titles of columns that were omitted */
	struct buf out;        /* output, flushed as it fills; the caller calls outend */
};

/* Makes a stage. sumfree frees it, except the output. */
void suminit(struct sum *s);

/* Must be called after the options are set, which must not change from here on. */
void sumready(struct sum *s);

/* Writes the tables of a stream that was read to its end, and prints warnings about them. name is
 * that of the stream. Writes nothing if reading failed before the first event. */
void sumwrite(struct sum *s, const char *name, bool failed);

/* The two halves of sumwrite, for a caller that writes the tables itself: sumflush completes the
 * groups, sumwarn prints the warnings. */
void sumflush(struct sum *s);
void sumwarn(const struct sum *s, const char *name);

void sumfree(struct sum *s);

/* nst-sum as a tool. */
extern const struct tool sumtool;
extern const struct help sumhelp;

/* The number of its options, and a sentinel. */
enum { SUMHELP_FLAGS = 22 };

/* The help, with the values of three options, which take code to list. */
struct sumhelp {
	struct help help;
	struct flag flags[SUMHELP_FLAGS];
	struct buf words[3];
};

/* Fills in those values; the help is valid as long as h. */
const struct help *sumhelpmake(struct sumhelp *h);

#endif
