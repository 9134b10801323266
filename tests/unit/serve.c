/* SPDX-License-Identifier: MIT */
/* front/serve.h: a page for several clients, some of whom are slow, rude or gone. */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/err.h"
#include "base/mem.h"
#include "front/serve.h"
#include "tap.h"

enum { SIZE = 3000000 };

/* A server in a process of its own, and what clients know of it. */
struct running {
	pid_t pid;
	unsigned port;
	struct buf request; /* for the page */
	int messages;       /* what it writes to standard error */
};

static struct buf page;

/* A file without a name that holds the page. */
static int
pagefile(void)
{
	FILE *f = tmpfile();

	for (size_t i = page.n; i < SIZE; i++)
		bufchar(&page, (char)('a' + i % 23));
	if (!f || fwrite(page.p, 1, page.n, f) != page.n || fflush(f) != 0)
		exit(99);
	return fileno(f);
}

static void
start(struct running *r, int64_t patience, int64_t idle)
{
	struct server s;
	int ends[2], file = pagefile();

	servestart(&s, file, "run.html");
	s.patience = patience;
	r->port = s.port;
	r->request = (struct buf){ 0 };
	bufprintf(&r->request, "GET %s HTTP/1.1\r\nHost: localhost\r\n\r\n", s.path);
	if (pipe(ends) != 0)
		exit(99);
	fflush(NULL);
	r->pid = fork();
	if (r->pid == 0) {
		dup2(ends[1], STDERR_FILENO);
		close(ends[0]);
		close(ends[1]);
		serveuntil(&s, idle);
		serveend(&s);
		_exit(5);
	}
	close(ends[1]);
	r->messages = ends[0];
	serveend(&s);
}

/* Waits until it has said something, at most some seconds; all it said goes to said. */
static bool
says(const struct running *r, struct buf *said, const char *text, int seconds)
{
	struct pollfd p = { .fd = r->messages, .events = POLLIN };
	ssize_t n;

	*bufroom(said, 1) = '\0';
	while (!strstr(said->p, text)) {
		if (poll(&p, 1, seconds * 1000) != 1 ||
		    (n = read(r->messages, bufroom(said, 4096), 4096 - 1)) <= 0)
			return false;
		said->n += (size_t)n;
		said->p[said->n] = '\0';
	}
	return true;
}

/* How it ended: its status, or 128 and a signal; all it said goes to said. */
static int
ended(struct running *r, struct buf *said)
{
	int status = 0;
	ssize_t n;

	while ((n = read(r->messages, bufroom(said, 4096), 4096)) > 0)
		said->n += (size_t)n;
	*bufroom(said, 1) = '\0';
	close(r->messages);
	waitpid(r->pid, &status, 0);
	free(r->request.p);
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/* A client, with so much room for what it does not read; 0 for the usual. */
static int
client(const struct running *r, int room)
{
	struct sockaddr_in at = { .sin_family = AF_INET, .sin_port = htons((uint16_t)r->port) };
	int fd = socket(AF_INET, SOCK_STREAM, 0);

	at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	if (fd < 0 ||
	    (room > 0 && setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &room, sizeof(room)) != 0) ||
	    connect(fd, (struct sockaddr *)&at, sizeof(at)) != 0) {
		perror("client");
		exit(99);
	}
	return fd;
}

/* Reads to the end and closes; whether it was the page. */
static bool
gotpage(int fd)
{
	struct buf got = { 0 };
	const char *body;
	bool good;
	ssize_t n;

	while ((n = recv(fd, bufroom(&got, 65536), 65536, 0)) > 0)
		got.n += (size_t)n;
	close(fd);
	body = got.n > 0 ? memmem(got.p, got.n, "\r\n\r\n", 4) : NULL;
	good = n == 0 && body && strncmp(got.p, "HTTP/1.1 200 OK\r\n", 17) == 0 &&
	    got.n - (size_t)(body + 4 - got.p) == page.n &&
	    memcmp(body + 4, page.p, page.n) == 0;
	free(got.p);
	return good;
}

static void
ask(const struct running *r, int fd)
{
	if (send(fd, r->request.p, r->request.n, MSG_NOSIGNAL) != (ssize_t)r->request.n)
		exit(99);
}

/* Whether the server closes the connection without a word; how long that took goes to taken. */
static bool
thrownout(int fd, int64_t *taken)
{
	int64_t began = clocknow();
	char c;
	bool out = recv(fd, &c, 1, 0) <= 0;

	*taken = clocknow() - began;
	close(fd);
	return out;
}

static void
crowds(void)
{
	static const char line[] = ": GET: 200 OK, 3000000 of 3000000 bytes\n";
	enum { MANY = 3 * SERVE_CLIENTS };
	struct running r;
	struct buf said = { 0 };
	int sockets[MANY], pages = 0, status;

	start(&r, 10 * CLOCK_SECOND, 60 * CLOCK_SECOND);
	for (int i = 0; i < MANY; i++)
		ask(&r, sockets[i] = client(&r, 0));
	for (int i = MANY; i-- > 0;)
		pages += gotpage(sockets[i]);
	ok(pages == MANY, "%d of %d clients at once get the page", pages, MANY);
	kill(r.pid, SIGTERM);
	status = ended(&r, &said);
	ok(status == 5, "SIGTERM ends it: %d", status);
	pages = 0;
	for (const char *at = said.p; (at = strstr(at, line)); at++)
		pages++;
	ok(pages == MANY, "a line for each: %d", pages);
	free(said.p);
}

/* Clients that send nothing, half a request, or take nothing fill every place, and lose it. */
static void
slowness(void)
{
	struct running r;
	struct buf said = { 0 };
	int sockets[SERVE_CLIENTS], late, out = 0;
	int64_t taken;

	start(&r, CLOCK_SECOND / 2, 60 * CLOCK_SECOND);
	for (int i = 0; i < SERVE_CLIENTS; i++) {
		sockets[i] = client(&r, 4096);
		if (i % 3 == 1 && send(sockets[i], r.request.p, r.request.n - 1, 0) < 0)
			exit(99);
		if (i % 3 == 2)
			ask(&r, sockets[i]);
	}
	late = client(&r, 0);
	ask(&r, late);
	ok(gotpage(late), "who comes after them gets the page");
	for (int i = 0; i < SERVE_CLIENTS; i++)
		if (i % 3 != 2)
			out += thrownout(sockets[i], &taken);
	sleep(1); /* the time of those that take nothing begins with their request */
	for (int i = 2; i < SERVE_CLIENTS; i += 3)
		close(sockets[i]);
	ok(out == SERVE_CLIENTS - SERVE_CLIENTS / 3, "those without a request are out: %d", out);
	kill(r.pid, SIGINT);
	ok(ended(&r, &said) == 5, "SIGINT ends it");
	ok(strstr(said.p, ": no whole request, too slow\n") != NULL, "half a request is told of");
	ok(strstr(said.p, "of 3000000 bytes, too slow\n") != NULL, "and who takes nothing");
	free(said.p);
}

/* A request that comes byte by byte has no more time than another. */
static void
drops(void)
{
	struct running r;
	struct buf said = { 0 };
	int64_t began = clocknow();
	size_t sent = 0;
	int fd;

	start(&r, CLOCK_SECOND / 2, 60 * CLOCK_SECOND);
	fd = client(&r, 0);
	while (sent < r.request.n - 1 && send(fd, r.request.p + sent, 1, MSG_NOSIGNAL) == 1) {
		usleep(50000);
		sent++;
	}
	ok(clocknow() - began < 3 * CLOCK_SECOND, "a byte in 50 ms: out after %zu bytes", sent);
	close(fd);
	fd = client(&r, 0);
	for (size_t i = 0; i < r.request.n; i++)
		if (send(fd, r.request.p + i, 1, 0) != 1)
			exit(99);
	ok(gotpage(fd), "a request in pieces, in time, gets the page");
	kill(r.pid, SIGHUP);
	ok(ended(&r, &said) == 5, "SIGHUP ends it");
	free(said.p);
}

/* Clients that go away, and one that sends more than it was asked for. */
static void
rudeness(void)
{
	struct linger reset = { .l_onoff = 1 };
	struct running r;
	struct buf said = { 0 };
	char junk[65536];
	int fd, status;

	memset(junk, 'x', sizeof(junk));
	start(&r, 5 * CLOCK_SECOND, 60 * CLOCK_SECOND);
	for (int i = 0; i < 5; i++) {
		fd = client(&r, 0);
		if (i > 0)
			ask(&r, fd);
		if (i > 1)
			(void)recv(fd, junk, 1, 0);
		if (i > 2)
			setsockopt(fd, SOL_SOCKET, SO_LINGER, &reset, sizeof(reset));
		close(fd);
	}
	fd = client(&r, 0);
	ask(&r, fd);
	(void)send(fd, junk, sizeof(junk), MSG_NOSIGNAL);
	ok(gotpage(fd), "a body that nobody asked for does not cost the page");
	fd = client(&r, 0);
	ask(&r, fd);
	shutdown(fd, SHUT_WR);
	ok(gotpage(fd), "nor does a client that says it is done");
	ok(says(&r, &said, "of 3000000 bytes, left\n", 10), "those that went away are told of");
	kill(r.pid, SIGTERM);
	status = ended(&r, &said);
	ok(status == 5, "it lives on after them: %d", status);
	free(said.p);
}

/* It ends when nobody has asked for the page for a while; other requests do not count. */
static void
idleness(void)
{
	struct running r;
	struct buf said = { 0 };
	int64_t began = clocknow(), took;
	int fd, status;

	start(&r, 5 * CLOCK_SECOND, 3 * CLOCK_SECOND);
	sleep(1);
	fd = client(&r, 0);
	ask(&r, fd);
	ok(gotpage(fd), "asked for in time");
	sleep(1);
	fd = client(&r, 0);
	if (send(fd, "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n", 36, MSG_NOSIGNAL) < 0)
		exit(99);
	ok(!gotpage(fd), "another address");
	status = ended(&r, &said);
	took = clocknow() - began;
	ok(status == 5 && took >= 4 * CLOCK_SECOND && took < 12 * CLOCK_SECOND,
	    "it ends three seconds after the page: %d, %.1f s", status, (double)took / 1e9);
	ok(strstr(said.p, ": GET: 404 Not Found\n") != NULL, "the other address is told of");
	free(said.p);
}

/* Only the loopback interface; and no address twice. */
static void
places(void)
{
	struct sockaddr_in at;
	socklen_t n = sizeof(at);
	struct server a, b;
	int file = pagefile();

	servestart(&a, file, "run.html");
	servestart(&b, file, "run.html");
	ok(getsockname(a.listener, (struct sockaddr *)&at, &n) == 0 &&
	        at.sin_addr.s_addr == htonl(INADDR_LOOPBACK),
	    "it listens on the loopback interface");
	ok(strlen(a.path) == strlen("//run.html") + 32 &&
	        strspn(a.path + 1, "0123456789abcdef") == 32,
	    "the address has a token of 128 bits");
	ok(strcmp(a.path, b.path) != 0 && a.port != b.port, "which is another one each time");
	serveend(&b);
	serveend(&a);
}

int
main(void)
{
	errinit("test");
	places();
	crowds();
	slowness();
	drops();
	rudeness();
	idleness();
	free(page.p);
	return tapend();
}
