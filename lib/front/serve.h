/* SPDX-License-Identifier: MIT */
/* Serves one page on the loopback interface, for a browser at the other end of an ssh tunnel. The
 * address has a random token, and only a client that knows it gets the page. */
#ifndef NST_FRONT_SERVE_H
#define NST_FRONT_SERVE_H

#include <signal.h>
#include <sys/types.h>

#include "request.h"

/* The number of clients served at once. A further client replaces the one that has waited for the
 * longest time, unless all of them receive the page: then it waits in the listener's backlog. */
enum { SERVE_CLIENTS = 16 };

/* A connected client; all zero is a free entry. */
struct client {
	enum { FREE, RECEIVING, SENDING, LEAVING } stage;
	int socket;
	unsigned port;      /* the client's, for messages */
	struct buf request; /* the part that was received */
	enum httpanswer answer;
	struct span method; /* points into request */
	struct buf head;    /* of the answer */
	size_t sent;        /* bytes of head that were sent */
	off_t at, end;      /* the part of the page that is still to be sent, bytes */
	size_t drained;     /* bytes received behind the request and dropped */
	int64_t since;      /* when the stage began, as clocknow() */
	int64_t deadline;   /* as clocknow() */
};

struct server {
	int listener, signals, page; /* file descriptors */
	off_t size;          /* of the page, bytes */
	unsigned port;
	char *path;          /* the address of the page: "/TOKEN/NAME" */
	int64_t patience;    /* time limit of each step of a client, ns */
	int64_t asked;       /* when the page was last requested or sent, as clocknow() */
	sigset_t before;     /* the signal mask before servestart */
	struct client clients[SERVE_CLIENTS];
};

/* Listens on a port that the system chooses, or ends the program with the reason. page is the
 * descriptor of a file that does not change; name is the last part of its address and needs no URL
 * encoding. */
void servestart(struct server *s, int page, const char *name);

/* Serves the page until SIGINT, SIGTERM or SIGHUP arrives, or idle nanoseconds have passed without
 * a request. Prints a message for each request. */
void serveuntil(struct server *s, int64_t idle);

/* Closes and frees what servestart opened, but the page. */
void serveend(struct server *s);

#endif
