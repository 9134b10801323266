/* SPDX-License-Identifier: MIT */
/*
 * A program that is stages between a reader and a writer: its options, and the stages that they
 * make. A program of one tool is toolmain. Several tools can run in one process (lib/chain). What
 * a tool knows is a struct of its room, here called self, which make allocates and end frees.
 */
#ifndef NST_TOOL_H
#define NST_TOOL_H

#include "cli.h"
#include "stream/stage.h"
#include "stream/writer.h"

/* The code of --partial, which toolmain takes itself. */
enum { TOOL_PARTIAL = OPT_OWN + 1000 };

#define TOOL_PARTIAL_FLAG \
	{ "partial", TOOL_PARTIAL, NULL, "accept input that lacks its end record", NULL }

struct tool {
	const char *name;        /* of the program */
	const struct help *help; /* with the options */
	bool writes;             /* its last stage writes; of others it gives records */
	bool showsprogress;             /* how far it is, where a stream is a file */

	void *(*make)(void);

	/* Takes an option, whose value is optarg. */
	void (*option)(void *self, int opt);

	/* Checks the options against each other, once all were taken; may be NULL. */
	void (*check)(void *self);

	/* Whether the options ask for a reading of the stream before that of the stages, and that
	 * reading: it returns the path for the second, as rereadfirstpass does. Both may be
	 * NULL. */
	bool (*needsfirstpass)(const void *self);
	const char *(*firstpass)(void *self, const char *path, bool *failed);

	/* The first of its stages; the caller sets the next of the last one, where it gives
	 * records. The path is that of the stream, for messages; partial is what --partial says. */
	struct stage *(*stages)(void *self, const char *path, bool partial);

	/* Says what is to be said once the stream was read, with that status; ends standard output,
	 * if the tool writes; frees self. Returns the status to exit with. */
	enum status (*end)(void *self, const char *path, enum status status);
};

/* A tool with its options. */
struct toolrun {
	const struct tool *tool;
	void *self;
	bool partial;
	const char *path; /* the operand, NULL where there is none; valid as long as argv */
};

/* Reads the command line of a tool, the program's name first, as the program itself does. */
void toolparse(struct toolrun *use, const struct tool *tool, int argc, char *argv[]);

/* The program of a tool: returns its status. */
enum status toolmain(const struct tool *tool, int argc, char *argv[]);

#endif
