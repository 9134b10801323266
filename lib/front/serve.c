/* SPDX-License-Identifier: MIT */
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/random.h>
#include <sys/sendfile.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/err.h"
#include "request.h"
#include "serve.h"

/* What is read at once, and what may come behind a request, bytes. */
enum { PIECE = 4096, BEHIND = 1 << 20 };

/* How long a client may take, and how long what it still sends is waited for, so that it gets the
 * end of the answer. */
#define PATIENCE (10 * CLOCK_SECOND)
#define GOODBYE (2 * CLOCK_SECOND)

/* Adds "/TOKEN/NAME", 128 bits that nobody guesses. */
static void
makepath(struct buf *path, const char *name)
{
	unsigned char token[16];

	if (getrandom(token, sizeof(token), 0) != sizeof(token))
		die("no random numbers for an address:");
	bufchar(path, '/');
	for (size_t i = 0; i < sizeof(token); i++)
		bufprintf(path, "%02x", token[i]);
	bufprintf(path, "/%s", name);
	bufchar(path, '\0');
}

/* Makes signals that end the server readable; those that are ignored stay so. A client that goes
 * is no reason to end. */
static void
watch(struct server *s)
{
	static const int those[] = { SIGHUP, SIGINT, SIGTERM };
	struct sigaction now;
	sigset_t set;

	(void)signal(SIGPIPE, SIG_IGN);
	(void)sigemptyset(&set);
	for (size_t i = 0; i < sizeof(those) / sizeof(*those); i++)
		if (sigaction(those[i], NULL, &now) == 0 && now.sa_handler != SIG_IGN)
			(void)sigaddset(&set, those[i]);
	(void)sigprocmask(SIG_BLOCK, &set, &s->before);
	s->signals = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
	if (s->signals < 0)
		die("signals:");
}

void
servestart(struct server *s, int page, const char *name)
{
	struct sockaddr_in at = { .sin_family = AF_INET };
	socklen_t n = sizeof(at);
	struct buf path = { 0 };
	struct stat st;

	at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	*s = (struct server){ .page = page, .patience = PATIENCE };
	s->listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	if (s->listener < 0 || bind(s->listener, (struct sockaddr *)&at, n) != 0 ||
	    listen(s->listener, SERVE_VISITS) != 0 ||
	    getsockname(s->listener, (struct sockaddr *)&at, &n) != 0)
		die("127.0.0.1:");
	if (fstat(page, &st) != 0)
		die("%s:", name);
	s->size = st.st_size;
	s->port = ntohs(at.sin_port);
	makepath(&path, name);
	s->path = path.p;
	watch(s);
	s->asked = clocknow();
}

static void
serveleave(struct visit *v)
{
	close(v->socket);
	free(v->request.p);
	free(v->head.p);
	*v = (struct visit){ 0 };
}

/* Lets a client in, if there is one. */
static void
enter(struct server *s, struct visit *v)
{
	struct sockaddr_in from = { 0 };
	socklen_t n = sizeof(from);
	int fd = accept4(
	    s->listener, (struct sockaddr *)&from, &n, SOCK_CLOEXEC | SOCK_NONBLOCK);

	if (fd < 0) {
		/* without descriptors or memory it stays in the queue: try again a little later */
		if (errno != EAGAIN && errno != EINTR && errno != ECONNABORTED)
			poll(NULL, 0, 100);
		return;
	}
	*v = (struct visit){
		.stage = ASKING,
		.socket = fd,
		.port = ntohs(from.sin_port),
		.deadline = clocknow() + s->patience,
	};
}

/* The line that tells of a visit, when it is over; end says how, if not well. */
static void
servetell(const struct visit *v, const char *end)
{
	struct buf line = { 0 };

	if (v->stage == ASKING && v->request.n == 0)
		return; /* browsers connect in advance */
	if (v->request.n > 0 && v->method.n > 0 && v->method.n <= 16)
		bufprintf(&line, "%.*s: ", (int)v->method.n, v->method.p);
	if (v->answer == ANSWER_NONE)
		bufstr(&line, "no whole request");
	else
		bufprintf(&line, "%d %s", v->answer, requestreason(v->answer));
	if (v->end > 0)
		bufprintf(
		    &line, ", %lld of %lld bytes", (long long)v->at, (long long)v->end);
	warn("127.0.0.1:%u: %.*s%s", v->port, (int)line.n, line.p, end);
	free(line.p);
}

/* Makes the head of an answer, and says what is to be sent. The page is not to be kept, guessed at,
 * framed or named to others; what is refused has no body. */
static void
serveanswer(struct server *s, struct visit *v, const struct request *r)
{
	bool page = r->answer == ANSWER_OK;

	bufprintf(&v->head, "HTTP/1.1 %d %s\r\n", r->answer, requestreason(r->answer));
	if (page)
		bufstr(&v->head, "Content-Type: text/html; charset=utf-8\r\n"
		                 "Content-Security-Policy: frame-ancestors 'none'\r\n"
		                 "Cross-Origin-Resource-Policy: same-origin\r\n");
	if (r->answer == ANSWER_METHOD)
		bufstr(&v->head, "Allow: GET, HEAD\r\n");
	bufprintf(&v->head,
	    "Content-Length: %lld\r\n"
	    "Cache-Control: no-store\r\n"
	    "Referrer-Policy: no-referrer\r\n"
	    "X-Content-Type-Options: nosniff\r\n"
	    "Connection: close\r\n\r\n",
	    (long long)(page ? s->size : 0));
	if (page && spanis(r->method, "GET"))
		v->end = s->size;
	if (page)
		s->asked = clocknow();
	v->stage = ANSWERED;
	v->answer = r->answer;
	v->method = r->method;
	v->deadline = clocknow() + s->patience;
}

/* Whether n bytes came or went; a client that is gone is left. */
static bool
servemoved(struct visit *v, ssize_t n)
{
	if (n < 0 && (errno == EAGAIN || errno == EINTR))
		return false;
	if (n > 0)
		return true;
	servetell(v, ", left");
	serveleave(v);
	return false;
}

/* Reads more of a request, and answers it once it is whole. */
static void
ask(struct server *s, struct visit *v)
{
	ssize_t n = recv(v->socket, bufroom(&v->request, PIECE), PIECE, 0);
	struct request r;

	if (!servemoved(v, n))
		return;
	v->request.n += (size_t)n;
	r = requestread(bufall(&v->request), s->path);
	if (r.answer != ANSWER_NONE)
		serveanswer(s, v, &r);
}

/* All is sent, or with the system: says that it was all. */
static void
goodbye(struct visit *v)
{
	servetell(v, "");
	v->stage = LEAVING;
	v->deadline = clocknow() + GOODBYE;
	if (shutdown(v->socket, SHUT_WR) != 0)
		serveleave(v);
}

/* Sends more of the answer. */
static void
reply(struct server *s, struct visit *v)
{
	bool head = v->sent < v->head.n;
	ssize_t n;

	if (head)
		n = send(v->socket, v->head.p + v->sent, v->head.n - v->sent, MSG_NOSIGNAL);
	else
		n = sendfile(v->socket, s->page, &v->at, (size_t)(v->end - v->at));
	if (!servemoved(v, n))
		return;
	if (head)
		v->sent += (size_t)n;
	if (v->end > 0)
		s->asked = clocknow();
	v->deadline = clocknow() + s->patience;
	if (v->sent == v->head.n && v->at == v->end)
		goodbye(v);
}

/* Throws away what comes behind a request: closed with something unread, the connection would be
 * reset, and the end of the answer lost. */
static void
drain(struct visit *v)
{
	char piece[PIECE];
	ssize_t n = recv(v->socket, piece, sizeof(piece), 0);

	if (n < 0 && (errno == EAGAIN || errno == EINTR))
		return;
	v->drained += n > 0 ? (size_t)n : 0;
	if (n <= 0 || v->drained > BEHIND)
		serveleave(v);
}

/* What there is to do for a client, if its socket is ready or it is late. */
static void
step(struct server *s, struct visit *v, bool ready)
{
	if (!ready && clocknow() >= v->deadline) {
		if (v->stage != LEAVING)
			servetell(v, ", too slow");
		serveleave(v);
	} else if (ready && v->stage == ASKING)
		ask(s, v);
	else if (ready && v->stage == ANSWERED)
		reply(s, v);
	else if (ready)
		drain(v);
}

/* How long poll may wait, in milliseconds: until a client is late, or nobody has come for idle. */
static int
waitfor(const struct server *s, int64_t idle)
{
	int64_t until = s->asked + idle, left;

	for (size_t i = 0; i < SERVE_VISITS; i++)
		if (s->visits[i].stage != AWAY && s->visits[i].deadline < until)
			until = s->visits[i].deadline;
	left = (until - clocknow()) / CLOCK_MILLI + 1;
	return left < 0 ? 0 : left > 1000000 ? 1000000 : (int)left;
}

/* Fills in what poll is to look at: signals, each client, and who knocks where there is a place,
 * which is next. */
static void
lookat(struct server *s, struct pollfd polls[], struct visit **next)
{
	*next = NULL;
	for (size_t i = 0; i < SERVE_VISITS; i++) {
		struct visit *v = &s->visits[i];
		bool here = v->stage != AWAY;

		polls[i + 2] = (struct pollfd){ .fd = here ? v->socket : -1,
			.events = v->stage == ANSWERED ? POLLOUT : POLLIN };
		if (!here)
			*next = v;
	}
	polls[0] = (struct pollfd){ .fd = s->signals, .events = POLLIN };
	polls[1] = (struct pollfd){ .fd = *next ? s->listener : -1, .events = POLLIN };
}

void
serveuntil(struct server *s, int64_t idle)
{
	while (clocknow() - s->asked < idle) {
		struct pollfd polls[SERVE_VISITS + 2];
		struct visit *next;

		lookat(s, polls, &next);
		if (poll(polls, SERVE_VISITS + 2, waitfor(s, idle)) < 0 && errno != EINTR)
			die("127.0.0.1:%u:", s->port);
		if (polls[0].revents)
			return;
		for (size_t i = 0; i < SERVE_VISITS; i++)
			if (s->visits[i].stage != AWAY)
				step(s, &s->visits[i], polls[i + 2].revents != 0);
		if (polls[1].revents)
			enter(s, next);
	}
}

void
serveend(struct server *s)
{
	struct signalfd_siginfo got;

	for (size_t i = 0; i < SERVE_VISITS; i++)
		if (s->visits[i].stage != AWAY)
			serveleave(&s->visits[i]);
	while (read(s->signals, &got, sizeof(got)) == sizeof(got))
		; /* else they would come when they are let through */
	close(s->listener);
	close(s->signals);
	(void)sigprocmask(SIG_SETMASK, &s->before, NULL);
	free(s->path);
}
