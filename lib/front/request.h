/* SPDX-License-Identifier: MIT */
/* Parses a request of HTTP/1.1 (RFC 9112), for a server of a single file. */
#ifndef NST_FRONT_REQUEST_H
#define NST_FRONT_REQUEST_H

#include <stdbool.h>

#include "base/mem.h"

/* The longest request, bytes. Browsers send the cookies of all servers on this host. */
enum { REQUEST_LONGEST = 32768 };

/* The status of the answer. All but ANSWER_OK refuse the request. */
enum httpanswer {
	ANSWER_NONE = 0, /* more bytes are needed */
	ANSWER_OK = 200,
	ANSWER_BAD = 400,
	ANSWER_UNKNOWN = 404,   /* another address */
	ANSWER_METHOD = 405,    /* the method is neither GET nor HEAD */
	ANSWER_REBOUND = 421,   /* for another host (DNS rebinding) */
	ANSWER_LONG = 431,
	ANSWER_VERSION = 505,
};

struct request {
	enum httpanswer answer;
	struct span method; /* a part of the parsed text; empty if the request is malformed */
};

/* Parses the bytes that a client has sent until now. path, which begins with a slash, is the
 * address of the file. The comparison takes constant time, so that a client cannot guess path by
 * timing. */
struct request requestread(struct span text, const char *path);

/* The reason phrase of a status: "Not Found". */
const char *requestreason(enum httpanswer answer);

#endif
