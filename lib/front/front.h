/* SPDX-License-Identifier: MIT */
/* What nst knows of the other programs: their names, what each is for, and what they read. */
#ifndef NST_FRONT_FRONT_H
#define NST_FRONT_FRONT_H

#include "io/filetype.h"
#include "program/pipeline.h"

/* A manual page: of a program, or about a topic. */
struct manual {
	const char *name;    /* "nst-dump" */
	char section;        /* '1' for programs */
	const char *what;    /* the line that says what it is */
};

/* All pages but nst(1); name is NULL behind the last. */
extern const struct manual manuals[];

/* What a page is called behind "nst" and "nst help". */
const char *manualword(const struct manual *manual);

/* The page of "nst-NAME", or "nst" where that is the name; NULL where there is none. */
const struct manual *manualfind(const char *name);

/* What nst-dump and the others are looked for in first: the folder of this program. Call it before
 * one is run. */
void frontpath(void);

/* Adds the programs that sum up a file: words are more arguments for nst-sum. Ends the program when
 * the file can't be read, or is none of ours. */
void frontsummary(struct pipeline *p, const char *path, char *const words[]);

/* Adds the programs that make a page of a profile or stream, which is called as that file is; words
 * are more arguments for nst-page. */
void frontpage(struct pipeline *p, const char *path, enum filetype kind, char *const words[]);

/* Adds a program with its words. If it reads streams, and one of the words is a profile, the
 * programs that make a stream of that come before it. */
void frontprogram(struct pipeline *p, const char *name, char *const words[]);

#endif
