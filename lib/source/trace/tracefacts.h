/* SPDX-License-Identifier: MIT */
/* The fact tables of a trace, with the names and columns that exports have. */
#ifndef NST_TRACEFACTS_H
#define NST_TRACEFACTS_H

#include "tracefile.h"

/* As struct sourceops has it. */
bool tracefactsread(const struct tracefile *t, const struct factquery *query,
    bool (*each)(void *arg, const struct row *row), void *arg);

#endif
