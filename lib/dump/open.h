/* SPDX-License-Identifier: MIT */
/* The formats of profiles that nst-dump reads; no other file knows them. */
#ifndef NST_OPEN_H
#define NST_OPEN_H

#include "source/source.h"

/* Opens the profile at a path; "-" is standard input, if that is a file. Ends the program with the
 * reason if it is none, or cannot be read. sourceclose frees. */
struct source *openprofile(const char *path, const struct sourceoptions *options);

#endif
