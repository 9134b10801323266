/* SPDX-License-Identifier: MIT */
/*
 * The name under which a program groups an event: one for all launches of a kernel, all calls of an
 * operator, all iterations of a loop. The stream has other names: they differ in numbers, versions
 * and parameters. nst(7), "Names", states the rules.
 *
 *   name style  which of a kernel's names is its group name; NAMESTYLE_RAW leaves all names as
 *               they are in the stream
 *   operator    an NVTX range of PyTorch, "aten::mm, seq = 3, op_id = 12"
 *   version     the end of a call's name, as in "cudaMalloc_v3020"
 */
#ifndef NST_GROUPNAME_H
#define NST_GROUPNAME_H

#include "base/map.h"
#include "stream/event.h"
#include "stream/header.h"

enum namestyle {
	NAMESTYLE_TEMPLATE, /* the function and the template argument that tells kernels apart */
	NAMESTYLE_SHORT,    /* the function */
	NAMESTYLE_DEMANGLED,
	NAMESTYLE_MANGLED,
	NAMESTYLE_RAW,
	NAMESTYLE_COUNT
};

/* All zero is the default, NAMESTYLE_TEMPLATE; groupnamerfree frees it. */
struct groupnamer {
	enum namestyle style;
	enum kernelnames names;             /* of the stream, as its first header says */
	bool headed;                        /* a header was read */
	bool kernel;                        /* a kernel was named */
	struct stringtable kernels, groups; /* a cache: names of kernels, their group names */
	uint32_t *groupof;                  /* by id in kernels: the id in groups */
	size_t room;
	struct buf text, demangled, plain, quoted;
};

/* The words of --names, for the table of options: separated by |. */
#define NAMESTYLE_WORDS "short|template|demangled|mangled|raw"

/* Reads the value of --names, the option. Ends the program if it is none of the words. */
enum namestyle namestyleread(const char *option, const char *word);

/* Returns the word for a style, which nst-dump --names takes, too. */
const char *namestyleword(enum namestyle style);

/* Learns from the first header which names the kernels have. */
void groupnamerheader(struct groupnamer *g, const struct event *ev);

/* Returns the style that the group names of kernels have: a stream may lack the names for the style
 * that the user chose. */
const char *groupnamerkernels(const struct groupnamer *g);

/* Prints a warning if the stream lacks the names for the style, which the user chose. path is that
 * of the stream. */
void groupnamerwarn(const struct groupnamer *g, const char *path);

/* Returns the group name for the name of an event of a type, in plain text. ev is needed only for a
 * kernel's argument "demangled", and may be NULL. Valid until the next call. */
struct span groupname(
    struct groupnamer *g, enum event_type type, struct span name, const struct event *ev);

/* Returns the name of a call without its version. */
struct span groupnamecall(struct span name);

/* Returns the beginning of a text on which its group name depends: all of it, except for ranges of
 * PyTorch's operators. */
struct span groupnamestem(const struct groupnamer *g, struct span name);

/* Returns the group name for the text of a range or of a call, as arguments have it. */
struct span groupnametext(struct groupnamer *g, struct span name);

/* As groupname, for a JSON string, and returns one. */
struct span groupnamequoted(
    struct groupnamer *g, enum event_type type, struct span quoted, const struct event *ev);

void groupnamerfree(struct groupnamer *g);

#endif
