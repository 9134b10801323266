/* SPDX-License-Identifier: MIT */
/*
 * The programs that nst starts: their names, their purposes, their inputs.
 *
 *   word      an argument of nst: "sum" stands for nst-sum
 *   manual    a manual page; those of programs tell nst which programs there are
 *   view      a way to show a page: in a browser here, or through a server (view.h)
 *   client    a browser that is connected to that server (serve.h)
 */
#ifndef NST_FRONT_FRONT_H
#define NST_FRONT_FRONT_H

#include "io/filetype.h"
#include "program/pipeline.h"

/* A manual page: of a program, or about a topic. */
struct manual {
	const char *name;    /* "nst-dump" */
	char section;        /* '1' for programs */
	const char *what;    /* one line: the purpose, from the page's NAME section */
};

/* All pages but nst(1). In the last entry the name is NULL. */
extern const struct manual manuals[];

/* The word for a page in "nst WORD" and "nst help WORD": "dump" for nst-dump(1), "nst-event" for
 * nst-event(5). */
const char *manualword(const struct manual *manual);

/* Finds the page of "nst-NAME", or of "nst" if that is the name; NULL where there is none. */
const struct manual *manualfind(const char *name);

/* Puts the folder of this program in front of PATH, so that the other programs are found there
 * first. To be called before a program is started. */
void frontpath(void);

/* From here on, programs that are added get -v if they have messages that no answer depends on. */
void frontverbose(void);

/* Takes --across, an option of nst-link, out of the words. From here on, each nst-link that is
 * added gets it. */
void frontacross(char *words[]);

/* Returns true if nst puts nst-link in front of a program that reads a profile. */
bool frontlinked(const char *program);

/* Returns true unless --across was taken and no nst-link was added. */
bool frontlinks(void);

/* Adds the programs that summarize a file; words are further arguments for nst-sum. Ends the
 * program if the file cannot be read, or is neither a profile nor a stream. */
void frontsummary(struct pipeline *p, const char *path, char *const words[]);

/* Adds the programs that answer a question (nst-answer --about) about files; words are the files
 * and further arguments for nst-answer. Several files are the ranks of one job. Ends the program if
 * a file cannot be read or there is none. */
void frontanswer(struct pipeline *p, const char *question, char *const words[]);

/* Adds the programs that predict a run with changed times; words are the files, as for frontanswer,
 * and options of nst-replay. */
void frontwhatif(struct pipeline *p, char *const words[]);

/* Adds the programs that make a page of a profile or stream, with the file's name as its title;
 * words are further arguments for nst-page. */
void frontpage(struct pipeline *p, const char *path, char *const words[]);

/* Adds a program with its arguments, words. If the program reads streams and one of the words is a
 * profile, it also adds the programs that make a stream of that profile, in front. */
void frontprogram(struct pipeline *p, const char *name, char *const words[]);

#endif
