/* SPDX-License-Identifier: MIT */
/* One page, served on the loopback interface, for a browser at the other end of a tunnel: whoever
 * knows its address, which holds a random token, gets it, and nothing else. */
#ifndef NST_FRONT_SERVE_H
#define NST_FRONT_SERVE_H

#include <signal.h>
#include <sys/types.h>

#include "request.h"

/* How many clients are served at once; more of them wait. */
enum { SERVE_VISITS = 16 };

/* A client; all zero where there is none. */
struct visit {
	enum { AWAY, ASKING, ANSWERED, LEAVING } stage;
	int socket;
	unsigned port;      /* the client's, for messages */
	struct buf request; /* as far as it came */
	enum httpanswer answer;
	struct span method; /* of request */
	struct buf head;    /* of the answer */
	size_t sent;        /* of head */
	off_t at, end;      /* what is to be sent of the page */
	size_t drained;     /* bytes thrown away that came behind the request */
	int64_t deadline;   /* on clocknow */
};

struct server {
	int listener, signals, page; /* descriptors */
	off_t size;          /* of the page, bytes */
	unsigned port;
	char *path;          /* of the page: "/TOKEN/NAME" */
	int64_t patience;    /* ns for a client to ask, or to take a part of the answer */
	int64_t asked;       /* when the page was last asked for, or sent */
	sigset_t before;     /* what was blocked */
	struct visit visits[SERVE_VISITS];
};

/* Begins to listen at a port that the system chooses, or ends the program with the reason. The page
 * is a descriptor of a file that stays as it is, name the last part of the address: letters that an
 * address may have. */
void servestart(struct server *s, int page, const char *name);

/* Serves it until SIGINT, SIGTERM or SIGHUP comes, or nobody has asked for it for idle nanoseconds;
 * a message for each request. */
void serveuntil(struct server *s, int64_t idle);

/* Closes and frees what servestart made, but for the page. */
void serveend(struct server *s);

#endif
