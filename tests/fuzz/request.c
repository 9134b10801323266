/* SPDX-License-Identifier: MIT */
/* Requests to the server of a page: what is answered with it asks for exactly it, and what comes
 * behind a request, or in pieces, changes nothing. */
#include <stdlib.h>

#include "front/request.h"
#include "fuzz.h"

static const char path[] = "/0123/p.html";

/* Whether the text begins with such a line. */
static bool
begins(struct span text, const char *line)
{
	return text.n >= strlen(line) && memcmp(text.p, line, strlen(line)) == 0;
}

/* The answer to n bytes of the input with nothing behind them. */
static enum httpanswer
part(struct span input, size_t n)
{
	char *copy = malloc(n + !n);
	struct request r;

	if (!copy)
		abort();
	memcpy(copy, input.p, n);
	r = requestread((struct span){ copy, n }, path);
	fuzzhold(!r.method.p || (r.method.p == copy && r.method.n < n));
	free(copy);
	return r.answer;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct span input = { (const char *)data, size };
	enum httpanswer all = part(input, size), some = ANSWER_NONE;
	size_t n = 0;

	if (all == ANSWER_OK)
		fuzzhold(begins(input, "GET /0123/p.html HTTP/1.") ||
		    begins(input, "HEAD /0123/p.html HTTP/1."));
	while (n < size && some == ANSWER_NONE)
		some = part(input, ++n);
	fuzzhold(some == all);
	fuzzhold(strlen(requestreason(all)) > 0);
	return 0;
}
