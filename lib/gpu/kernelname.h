/* SPDX-License-Identifier: MIT */
/* Template forms of the names of kernels, which tell the instances of a template apart. */
#ifndef NST_KERNELNAME_H
#define NST_KERNELNAME_H

#include "base/mem.h"

/* Appends a demangled C++ name without its return type, namespaces and parameters. Of the template
 * arguments it keeps the first class that has arguments itself, such as a functor; otherwise the
 * first class; otherwise the language's types, each once. A lambda becomes its number:
 * "par_ranged2d_kernel<build_field#1>". Any other text is appended unchanged. */
void kernelnameshort(struct buf *out, struct span name);

#endif
