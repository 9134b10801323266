/* SPDX-License-Identifier: MIT */
/* A tool: a program as data, namely its options and the stages between the reader and the writer.
 * toolmain runs one tool; nst-chain runs several in one process (lib/chain). The state of a tool is
 * a struct of its room, here called self, which make allocates and end frees. */
#ifndef NST_TOOL_H
#define NST_TOOL_H

#include "cli.h"
#include "stream/stage.h"
#include "stream/writer.h"

/* The code of --partial, which toolmain handles for all tools. */
enum { TOOL_PARTIAL = OPT_OWN + 1000 };

#define TOOL_PARTIAL_FLAG \
	{ "partial", TOOL_PARTIAL, NULL, "accept input that lacks its end record", NULL }

struct tool {
	const char *name;        /* the program's name */
	const struct help *help; /* with the options */
	bool writes;             /* its last stage writes the output; else the writer does */
	bool showsprogress;      /* shows the progress line if the stream is a file */

	void *(*make)(void);

	/* Handles an option, whose value is optarg. */
	void (*option)(void *self, int opt);

	/* Checks the options against each other after the last one; may be NULL. */
	void (*check)(void *self);

	/* needsfirstpass returns true if the options require two passes over the stream. firstpass
	 * is the first, and returns the path for the second, as rereadfirstpass does. Both may be
	 * NULL. */
	bool (*needsfirstpass)(const void *self);
	const char *(*firstpass)(void *self, const char *path, bool *failed);

	/* Returns true if the options make a tool without "writes" write text in place of a stream,
	 * as if it had "writes". May be NULL. */
	bool (*writestext)(const void *self);

	/* Returns the first of its stages. If the tool gives events, the caller connects the last
	 * stage. path is the stream's name for messages; partial is true if --partial was given. */
	struct stage *(*stages)(void *self, const char *path, bool partial);

	/* Called after the stream was read with that status. Prints what the user must know, closes
	 * standard output if the tool writes, and frees self. Returns the exit status. */
	enum status (*end)(void *self, const char *path, enum status status);
};

/* A tool and its parsed options. */
struct toolrun {
	const struct tool *tool;
	void *self;
	bool partial;
	const char *path; /* the operand, or NULL; points into argv */
};

/* Parses the command line of a tool; argv[0] is the program's name. */
void toolparse(struct toolrun *use, const struct tool *tool, int argc, char *argv[]);

/* Returns true if a tool whose options are parsed writes its output itself. */
bool toolwrites(const struct toolrun *use);

/* Runs the program of a tool. Returns its exit status. */
enum status toolmain(const struct tool *tool, int argc, char *argv[]);

#endif
