/* SPDX-License-Identifier: MIT */
/* Names of kernels as people tell them apart: without what a C++ compiler wrote around that. */
#ifndef NST_KERNELNAME_H
#define NST_KERNELNAME_H

#include "base/mem.h"

/*
 * Appends a demangled name without its return type, namespaces, parameters and the template
 * arguments that say little: of those the first class that is made of others is kept, such as a
 * functor, else the first class, else the types of the language, each once. A lambda is its number:
 * "par_ranged2d_kernel<build_field#1>". What is no such name is appended as it is.
 */
void kernelnameshort(struct buf *out, struct span name);

#endif
