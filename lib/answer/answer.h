/* SPDX-License-Identifier: MIT */
/*
 * The stage of nst-answer: answers one question about a profile on one screen. It adds up with the
 * stage of nst-sum (lib/sum), and writes a sentence, a table and a line that says what to type
 * next.
 *
 *   question  what the user asks: "kernels", "idle", "steps" ... (question.h)
 *   wait      a stretch of time in which a GPU did not work, with its cause (waits.h)
 */
#ifndef NST_ANSWER_H
#define NST_ANSWER_H

#include "program/tool.h"
#include "question.h"
#include "stream/findings.h"
#include "stream/skipped.h"
#include "sum/sum.h"
#include "waits.h"

struct answer {
	struct stage stage;

	/* Options, which the caller sets before answerready. */
	const struct question *question;
	const char *title;        /* the profile's name, for the last line */
	enum table_format format;
	size_t top;               /* rows; 0 for as many as a screen has */
	bool all, wide;           /* all rows; whole names */

	size_t width; /* the longest line, in characters; 0 if there is no limit */
	struct sum sum;
	struct waits waits;
	struct findings findings;
	struct streamsource source;
	struct skipped skipped;
	bool printskipped; /* --skipped */
	const char *next; /* the last line in place of the question's; NULL for that */
	bool chosen;      /* only the types shown count (question.h) */
	struct buf out;
};

/* Makes the stage, which is the last of its chain. answerfree frees it. */
void answerinit(struct answer *a);

/* Must be called after the options are set. */
void answerready(struct answer *a);

/* Writes the answer, and prints warnings about the stream. name is that of the stream. */
void answerwrite(struct answer *a, const char *name, bool failed);

void answerfree(struct answer *a);

/* The rest is for the questions. */

/* Returns how many of count rows to write. room is the number that fits on the screen. */
size_t answerrows(const struct answer *a, size_t count, size_t room);

/* Returns a view with the format and the width of the answer. */
struct tableview answerview(struct answer *a);

/* Returns the length of the span that the answer is about, ns. */
wide answerspan(const struct answer *a);

/* Writes a sentence or a paragraph, in lines that fit. Only the text format has prose. */
void answerprose(struct answer *a, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Writes a time, in ns, into a text of static size, and returns it: for up to eight arguments of
 * one answerprose. */
const char *answertime(wide ns);

/* The same for a share of a whole, "12.3 %"; "-" if the whole is 0. */
const char *answershare(wide part, wide whole);

/* nst-answer as a tool. */
extern const struct tool answertool;

#endif
