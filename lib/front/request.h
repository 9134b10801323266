/* SPDX-License-Identifier: MIT */
/* A request of HTTP/1.1 (RFC 9112), for a server that has one file. */
#ifndef NST_FRONT_REQUEST_H
#define NST_FRONT_REQUEST_H

#include <stdbool.h>

#include "base/mem.h"

/* How long a request may be, bytes: browsers send the cookies of all that is on this host. */
enum { REQUEST_LONGEST = 32768 };

/* What is not 200 is a reason to refuse it. */
enum httpanswer {
	ANSWER_NONE = 0, /* the request is not whole yet */
	ANSWER_OK = 200,
	ANSWER_BAD = 400,
	ANSWER_UNKNOWN = 404,   /* another address */
	ANSWER_METHOD = 405,    /* neither GET nor HEAD */
	ANSWER_MISLED = 421,    /* for another host: a page elsewhere let its name lead here */
	ANSWER_LONG = 431,
	ANSWER_VERSION = 505,
};

struct request {
	enum httpanswer answer;
	struct span method; /* none where the request is bad; of the text */
};

/* What is to be answered to the bytes that a client has sent, if path, which begins with a slash,
 * is the address of the file. The time that it takes tells nothing of path. */
struct request requestread(struct span text, const char *path);

/* The words that stand for an answer: "Not Found". */
const char *requestreason(enum httpanswer answer);

#endif
