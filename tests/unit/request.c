/* SPDX-License-Identifier: MIT */
/* front/request.h: what is answered to a request, after RFC 9112 and 9110. */
#include <stdlib.h>

#include "base/mem.h"
#include "front/request.h"
#include "tap.h"

#define HOST "Host: 127.0.0.1:80\r\n"
#define END HOST "\r\n"

static const char path[] = "/0123/run.html";

static const struct {
	const char *text;
	enum httpanswer answer;
} cases[] = {
	{ "GET /0123/run.html HTTP/1.1\r\n" END, ANSWER_OK },
	{ "GET /0123/run.html HTTP/1.0\r\n" END, ANSWER_OK },
	{ "HEAD /0123/run.html HTTP/1.1\r\n" END, ANSWER_OK },
	{ "GET /0123/run.html HTTP/1.1\r\nA: b\r\nhOST:localhost \t\r\nC:\r\n\r\n", ANSWER_OK },
	{ "GET /0123/run.html HTTP/1.1\r\nHost: LOCALHOST:65535\r\n\r\n", ANSWER_OK },
	{ "GET /0123/run.html HTTP/1.1\r\nHost: [::1]:9000\r\n\r\n", ANSWER_OK },
	{ "GET /0123/run.html HTTP/1.1\r\n" HOST "Cookie: \xFF\r\n\r\n", ANSWER_OK },
	/* other addresses */
	{ "GET /0123/run.html? HTTP/1.1\r\n" END, ANSWER_UNKNOWN },
	{ "GET /0123/run.htm HTTP/1.1\r\n" END, ANSWER_UNKNOWN },
	{ "GET /0123/run.html/ HTTP/1.1\r\n" END, ANSWER_UNKNOWN },
	{ "GET /0124/run.html HTTP/1.1\r\n" END, ANSWER_UNKNOWN },
	{ "GET / HTTP/1.1\r\n" END, ANSWER_UNKNOWN },
	{ "GET //0123/run.html HTTP/1.1\r\n" END, ANSWER_UNKNOWN },
	{ "GET /0123/../0123/run.html HTTP/1.1\r\n" END, ANSWER_UNKNOWN },
	{ "GET /%30123/run.html HTTP/1.1\r\n" END, ANSWER_UNKNOWN },
	{ "GET http://127.0.0.1/0123/run.html HTTP/1.1\r\n" END, ANSWER_UNKNOWN },
	{ "HEAD /favicon.ico HTTP/1.1\r\n" END, ANSWER_UNKNOWN },
	/* other methods */
	{ "POST /0123/run.html HTTP/1.1\r\n" END, ANSWER_METHOD },
	{ "get /0123/run.html HTTP/1.1\r\n" END, ANSWER_METHOD },
	{ "OPTIONS * HTTP/1.1\r\n" END, ANSWER_METHOD },
	{ "GETT / HTTP/1.1\r\n" END, ANSWER_METHOD },
	/* other hosts: names that somebody else may let lead here */
	{ "GET /0123/run.html HTTP/1.1\r\nHost: evil.example:80\r\n\r\n", ANSWER_REBOUND },
	{ "GET /0123/run.html HTTP/1.1\r\nHost: localhost.evil.example\r\n\r\n", ANSWER_REBOUND },
	{ "GET /0123/run.html HTTP/1.1\r\nHost: 127.0.0.1.evil.example\r\n\r\n", ANSWER_REBOUND },
	{ "GET /0123/run.html HTTP/1.1\r\nHost: localhost:\r\n\r\n", ANSWER_REBOUND },
	{ "GET /0123/run.html HTTP/1.1\r\nHost: localhost:8a\r\n\r\n", ANSWER_REBOUND },
	{ "GET /0123/run.html HTTP/1.1\r\nHost: localhost:123456\r\n\r\n", ANSWER_REBOUND },
	{ "GET /0123/run.html HTTP/1.1\r\nHost: user@localhost\r\n\r\n", ANSWER_REBOUND },
	{ "GET /0123/run.html HTTP/1.1\r\nHost:\r\n\r\n", ANSWER_REBOUND },
	{ "GET /0123/run.html HTTP/1.1\r\nHost: 192.168.0.1\r\n\r\n", ANSWER_REBOUND },
	{ "GET /0123/run.html HTTP/1.1\r\n\r\n", ANSWER_BAD },
	{ "GET /0123/run.html HTTP/1.0\r\n\r\n", ANSWER_BAD },
	{ "GET /0123/run.html HTTP/1.1\r\n" HOST END, ANSWER_BAD },
	{ "GET /0123/run.html HTTP/1.1\r\nHost: evil.example\r\n" END, ANSWER_BAD },
	/* what is no request */
	{ "\r\n\r\n", ANSWER_BAD },
	{ "GET\r\n" END, ANSWER_BAD },
	{ "GET /0123/run.html\r\n" END, ANSWER_BAD },
	{ "GET  HTTP/1.1\r\n" END, ANSWER_BAD },
	{ "GET  /0123/run.html HTTP/1.1\r\n" END, ANSWER_BAD },
	{ "GET /0123/run.html HTTP/1.1 \r\n" END, ANSWER_BAD },
	{ " GET /0123/run.html HTTP/1.1\r\n" END, ANSWER_BAD },
	{ "GET /0123/run.html FTP/1.10\r\n" END, ANSWER_BAD },
	{ "G\001T /0123/run.html HTTP/1.1\r\n" END, ANSWER_BAD },
	{ "GET /0123/run.html HTTP/1.1\n" END, ANSWER_BAD },
	{ "GET /0123/run.html HTTP/1.1\r\nHost\r\n\r\n", ANSWER_BAD },
	{ "GET /0123/run.html HTTP/1.1\r\n" HOST "Host : localhost\r\n\r\n", ANSWER_BAD },
	{ "GET /0123/run.html HTTP/1.1\r\n" HOST " folded\r\n\r\n", ANSWER_BAD },
	{ "GET /0123/run.html HTTP/1.1\r\n" HOST ": empty\r\n\r\n", ANSWER_BAD },
	{ "GET /0123/run.html HTTP/1.1\r\n" HOST "A: b\rc\r\n\r\n", ANSWER_BAD },
	{ "GET /0123/run.html HTTP/1.1\r\n" HOST "A: b\nc: d\r\n\r\n", ANSWER_BAD },
	{ "GET /0123/run.html HTTP/1.1\r\n" HOST "A: \033[2J\r\n\r\n", ANSWER_BAD },
	{ "GET /0123/run.html HTTP/2.0\r\n" END, ANSWER_VERSION },
	{ "GET /0123/run.html HTTP/0.9\r\n" END, ANSWER_VERSION },
	{ "\026\003\001\002\r\n\r\n", ANSWER_BAD }, /* TLS */
};

/* What is answered to n bytes that nothing comes behind in memory. */
static struct request
readcopy(const char *text, size_t n)
{
	char *copy = memcpy(xmalloc(n + !n), text, n);
	struct request r = requestread((struct span){ copy, n }, path);

	free(copy);
	r.method.p = NULL;
	return r;
}

static void
each(void)
{
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		const char *text = cases[i].text;
		size_t n = strlen(text), early = 0;
		enum httpanswer got = readcopy(text, n).answer;

		ok(got == cases[i].answer, "%d is %d: %s", got, cases[i].answer, text);
		while (early < n - 1 && readcopy(text, early).answer == ANSWER_NONE)
			early++;
		ok(early == n - 1 && readcopy(text, early).answer == ANSWER_NONE,
		    "none as long as it is not whole: %s", text);
	}
}

/* A byte more or less, or another one, in the address: never the page. */
static void
addresses(void)
{
	static const char good[] = "GET /0123/run.html HTTP/1.1\r\n" END;
	size_t wrong = 0, tried = 0;

	for (size_t at = 4; at < 4 + sizeof(path) - 1; at++)
		for (int byte = 0; byte < 256; byte++) {
			char text[sizeof(good)];

			memcpy(text, good, sizeof(good));
			if (text[at] == (char)byte)
				continue;
			text[at] = (char)byte;
			tried++;
			wrong += readcopy(text, sizeof(good) - 1).answer == ANSWER_OK;
		}
	ok(wrong == 0 && tried == (sizeof(path) - 1) * 255,
	    "of %zu addresses with another byte none leads to the page", tried);
}

static void
lengths(void)
{
	struct buf text = { 0 };

	bufstr(&text, "GET /0123/run.html HTTP/1.1\r\n" HOST "Cookie: ");
	while (text.n < REQUEST_LONGEST)
		bufchar(&text, 'x');
	ok(readcopy(text.p, text.n).answer == ANSWER_NONE, "the longest can still end");
	bufstr(&text, "\r\n\r\n");
	ok(readcopy(text.p, text.n).answer == ANSWER_OK, "... and is read");
	text.n -= 4;
	bufchar(&text, 'x');
	ok(readcopy(text.p, text.n).answer == ANSWER_LONG, "one byte more is too long");
	bufstr(&text, "\r\n\r\n");
	ok(readcopy(text.p, text.n).answer == ANSWER_LONG, "... even where it ends");
	free(text.p);
}

/* What comes behind a request changes nothing. */
static void
behind(void)
{
	static const char two[] = "GET / HTTP/1.1\r\n" END "GET /0123/run.html HTTP/1.1\r\n" END;
	struct request r = requestread(spanof(two), path);

	ok(r.answer == ANSWER_UNKNOWN, "the first of two requests is answered");
	ok(spanis(r.method, "GET"), "its method is told");
}

int
main(void)
{
	each();
	addresses();
	lengths();
	behind();
	return tapend();
}
