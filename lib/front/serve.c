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

/* The size of one read, and the number of bytes that a client may send behind its request. */
enum { PIECE = 4096, BEHIND = 1 << 20 };

/* PATIENCE is the time limit of a client. GOODBYE is how long the server reads on behind the
 * answer, so that the client gets its end. */
#define PATIENCE (10 * CLOCK_SECOND)
#define GOODBYE (2 * CLOCK_SECOND)

/* Appends "/TOKEN/NAME", where the token is 128 random bits. */
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

/* Makes the signals that end the server readable from a descriptor, except ignored ones. SIGPIPE of
 * a closed connection must not end the server. */
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
	    listen(s->listener, SOMAXCONN) != 0 ||
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
servedrop(struct client *v)
{
	close(v->socket);
	free(v->request.p);
	free(v->head.p);
	*v = (struct client){ 0 };
}

/* Enters the next stage; the server waits for the client until then, ns from now. */
static void
servestage(struct client *v, int stage, int64_t patience)
{
	v->stage = stage;
	v->since = clocknow();
	v->deadline = v->since + patience;
}

/* Returns the entry for the next client: a free one, or else that of the client that has been in
 * its stage for the longest time. A client that receives the answer keeps its entry. NULL if all
 * of them do. */
static struct client *
entryfor(struct server *s)
{
	struct client *oldest = NULL;

	for (size_t i = 0; i < SERVE_CLIENTS; i++) {
		struct client *v = &s->clients[i];

		if (v->stage == FREE)
			return v;
		if (v->stage != SENDING && (!oldest || v->since < oldest->since))
			oldest = v;
	}
	return oldest;
}

static void servetell(const struct client *v, const char *end);

/* Accepts a client, if one waits. If all entries are taken, it replaces another client: a user of
 * this host who opens connections without a request must not keep out the one with a request. */
static void
enter(struct server *s)
{
	struct client *v = entryfor(s);
	struct sockaddr_in from = { 0 };
	socklen_t n = sizeof(from);
	int fd = v ? accept4(s->listener, (struct sockaddr *)&from, &n,
	                 SOCK_CLOEXEC | SOCK_NONBLOCK)
	           : -1;

	if (!v)
		return;
	if (fd < 0) {
		/* out of descriptors or memory: the client stays in the backlog; try again soon */
		if (errno != EAGAIN && errno != EINTR && errno != ECONNABORTED)
			poll(NULL, 0, 100);
		return;
	}
	if (v->stage == RECEIVING)
		servetell(v, ", dropped for another client");
	if (v->stage != FREE)
		servedrop(v);
	*v = (struct client){ .socket = fd, .port = ntohs(from.sin_port) };
	servestage(v, RECEIVING, s->patience);
}

/* Prints the message about a finished request; end tells how it failed, or is empty. */
static void
servetell(const struct client *v, const char *end)
{
	struct buf line = { 0 };

	if (v->stage == RECEIVING && v->request.n == 0)
		return; /* browsers open connections in advance */
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

/* Writes the head of the answer and determines the part of the page to send. The page must not be
 * cached, sniffed, framed or named in Referer. A refusal has no body. */
static void
serveanswer(struct server *s, struct client *v, const struct request *r)
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
	v->answer = r->answer;
	v->method = r->method;
	servestage(v, SENDING, s->patience);
}

/* Returns true if n bytes were received or sent. Drops a client whose connection is gone. */
static bool
servemoved(struct client *v, ssize_t n)
{
	if (n < 0 && (errno == EAGAIN || errno == EINTR))
		return false;
	if (n > 0)
		return true;
	servetell(v, ", left");
	servedrop(v);
	return false;
}

/* Reads more of a request, and prepares the answer once the request is complete. */
static void
ask(struct server *s, struct client *v)
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

/* Everything is sent or buffered by the kernel: announces the end of the answer. */
static void
goodbye(struct client *v)
{
	servetell(v, "");
	servestage(v, LEAVING, GOODBYE);
	if (shutdown(v->socket, SHUT_WR) != 0)
		servedrop(v);
}

/* Sends more of the answer. */
static void
reply(struct server *s, struct client *v)
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

/* Drops the bytes behind a request. If the socket were closed with unread bytes, TCP would reset
 * the connection, and the client would lose the end of the answer. */
static void
drain(struct client *v)
{
	char piece[PIECE];
	ssize_t n = recv(v->socket, piece, sizeof(piece), 0);

	if (n < 0 && (errno == EAGAIN || errno == EINTR))
		return;
	v->drained += n > 0 ? (size_t)n : 0;
	if (n <= 0 || v->drained > BEHIND)
		servedrop(v);
}

/* Serves a client whose socket is ready, or drops it when it is late. */
static void
step(struct server *s, struct client *v, bool ready)
{
	if (!ready && clocknow() >= v->deadline) {
		if (v->stage != LEAVING)
			servetell(v, ", too slow");
		servedrop(v);
	} else if (ready && v->stage == RECEIVING)
		ask(s, v);
	else if (ready && v->stage == SENDING)
		reply(s, v);
	else if (ready)
		drain(v);
}

/* The timeout for poll(2) in milliseconds: until a client is late, or idle ns have passed. */
static int
waitfor(const struct server *s, int64_t idle)
{
	int64_t until = s->asked + idle, left;

	for (size_t i = 0; i < SERVE_CLIENTS; i++)
		if (s->clients[i].stage != FREE && s->clients[i].deadline < until)
			until = s->clients[i].deadline;
	left = (until - clocknow()) / CLOCK_MILLI + 1;
	return left < 0 ? 0 : left > 1000000 ? 1000000 : (int)left;
}

/* Fills in the descriptors for poll(2): signals, the listener if another client can enter, and all
 * clients. */
static void
lookat(struct server *s, struct pollfd polls[])
{
	polls[0] = (struct pollfd){ .fd = s->signals, .events = POLLIN };
	polls[1] = (struct pollfd){ .fd = entryfor(s) ? s->listener : -1, .events = POLLIN };
	for (size_t i = 0; i < SERVE_CLIENTS; i++) {
		struct client *v = &s->clients[i];

		polls[i + 2] = (struct pollfd){ .fd = v->stage != FREE ? v->socket : -1,
			.events = v->stage == SENDING ? POLLOUT : POLLIN };
	}
}

void
serveuntil(struct server *s, int64_t idle)
{
	while (clocknow() - s->asked < idle) {
		struct pollfd polls[SERVE_CLIENTS + 2];

		lookat(s, polls);
		if (poll(polls, SERVE_CLIENTS + 2, waitfor(s, idle)) < 0 && errno != EINTR)
			die("127.0.0.1:%u:", s->port);
		if (polls[0].revents)
			return;
		for (size_t i = 0; i < SERVE_CLIENTS; i++)
			if (s->clients[i].stage != FREE)
				step(s, &s->clients[i], polls[i + 2].revents != 0);
		if (polls[1].revents)
			enter(s);
	}
}

void
serveend(struct server *s)
{
	struct signalfd_siginfo got;

	for (size_t i = 0; i < SERVE_CLIENTS; i++)
		if (s->clients[i].stage != FREE)
			servedrop(&s->clients[i]);
	while (read(s->signals, &got, sizeof(got)) == sizeof(got))
		; /* pending signals would be delivered once they are unblocked */
	close(s->listener);
	close(s->signals);
	(void)sigprocmask(SIG_SETMASK, &s->before, NULL);
	free(s->path);
}
