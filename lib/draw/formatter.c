/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "formatter.h"

void
formattercopy(struct itemformatter *f, const struct itemformatter *from)
{
	*f = (struct itemformatter){
		.draw = from->draw,
		.namer = {
			.style = from->namer.style,
			.names = from->namer.names,
			.headed = from->namer.headed,
		},
		.sliceargs.separatestack = from->sliceargs.separatestack,
	};
}

void
formatterfree(struct itemformatter *f)
{
	groupnamerfree(&f->namer);
	kernellabelsfree(&f->kernellabels);
	sliceargsfree(&f->sliceargs);
	free(f->scratch.p);
}
