/* SPDX-License-Identifier: MIT */
/* The stage of nst-sum: adds up time by type, name, device and so on, and writes tables. */
#ifndef NST_SUM_H
#define NST_SUM_H

#include "gpu/identity.h"
#include "gpu/workkind.h"
#include "program/cli.h"
#include "ranktable.h"
#include "statetable.h"
#include "stream/stage.h"
#include "sum/columns/grouptable.h"
#include "sum/nsys/statsreport.h"
#include "sum/tally/busytime.h"
#include "sum/tally/clip.h"
#include "sum/tally/tally.h"
#include "untraced.h"

struct sum {
	struct stage stage;

	/* What is wanted: the caller's to set, before sumready. */
	const struct statsreport *report; /* NULL for the columns of nst-sum */
	struct collectorargs ask;              /* of that: as reportread left it */
	enum time_unit unit;        /* of times in reports */
	bool commas;  /* between each three digits there */
	bool uncut;   /* long names are whole there */
	enum table_format format;
	bool whole;   /* a summary of the profile, of its GPUs, and of each type */
	size_t width; /* of a line, for people; 0 for any */
	struct grouptable grouptable;
	struct clip clip;
	struct workclassifier workclassifier;
	struct tally tally;

	struct identitytable ids; /* where some part asks for them */
	bool identified;
	struct busytime busy;
	struct untraced untraced;
	struct statetable states;
	struct ranktable ranks;
	struct metanames metanames;
	struct collector *collector; /* of the report, where it has one */
	struct nsysformat nsys;
	struct tableview view;    /* with what all have in common */
	uint64_t graphs;       /* traced as a whole, and in no report */
	size_t rows;           /* of a report */
	bool ranged;           /* ranges around launches were seen, where names have them */
	uint64_t beyond; /* events that end later than times can say */
	struct buf omitted; /* titles of columns that lines had no room for */
	struct buf out;  /* written, and not yet flushed; outend ends it */
};

/* Makes a stage; sumfree frees all but the output. */
void suminit(struct sum *s);

/* Prepares what is wanted, which no longer changes. */
void sumready(struct sum *s);

/* Writes the tables, once the stream of that name was read, and says what they leave open; nothing
 * when it had no event and failed. */
void sumwrite(struct sum *s, const char *name, bool failed);

/* The same in two parts, for a caller who writes tables of another kind in between: brings all that
 * was added to the groups of the tally; says what the tables leave open. */
void sumflush(struct sum *s);
void sumwarn(const struct sum *s, const char *name);

void sumfree(struct sum *s);

/* nst-sum with its options. */
extern const struct tool sumtool;
extern const struct help sumhelp;

/* How many options it has, and one without a name. */
enum { SUMHELP_FLAGS = 19 };

/* The same help, which also says what the values of three options may be. */
struct sumhelp {
	struct help help;
	struct flag flags[SUMHELP_FLAGS];
	struct buf words[3];
};

/* Makes that help from the tables that know; it stays as long as the struct. */
const struct help *sumhelpmake(struct sumhelp *h);

#endif
