/* SPDX-License-Identifier: MIT */
#include <strings.h>

#include "request.h"

/* Splits the text at the first stop byte: returns the part before it, and leaves the part behind
 * it. Returns an empty span and leaves the text where there is no such byte. */
static struct span
requestbefore(struct span *text, char stop)
{
	char *at = text->n > 0 ? memchr(text->p, stop, text->n) : NULL;
	struct span part = { text->p, at ? (size_t)(at - text->p) : 0 };

	if (!at)
		return (struct span){ 0 };
	*text = (struct span){ at + 1, text->n - part.n - 1 };
	return part;
}

/* Returns true for a token of RFC 9110: a method or a field name. */
static bool
token(struct span s)
{
	static const char others[] = "!#$%&'*+-.^_`|~";

	for (size_t i = 0; i < s.n; i++) {
		char c = s.p[i];

		if (!((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
		        (c && strchr(others, c))))
			return false;
	}
	return s.n > 0;
}

/* Returns true if all bytes of a line are allowed in HTTP. */
static bool
printable(struct span s)
{
	for (size_t i = 0; i < s.n; i++)
		if (((unsigned char)s.p[i] < ' ' && s.p[i] != '\t') || s.p[i] == 0x7F)
			return false;
	return true;
}

/* Returns true for a Host field of the loopback interface under a name that no DNS server controls.
 * Any port is accepted, since a tunnel has another one at its far end. */
static bool
ours(struct span host)
{
	static const char *const names[] = { "127.0.0.1", "localhost", "[::1]" };

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		size_t n = strlen(names[i]);
		struct span port = { host.p + n, host.n - n };

		if (host.n < n || strncasecmp(host.p, names[i], n) != 0)
			continue;
		if (port.n == 0)
			return true;
		if (*port.p != ':' || port.n > sizeof("65535"))
			return false;
		for (size_t j = 1; j < port.n; j++)
			if (port.p[j] < '0' || port.p[j] > '9')
				return false;
		return port.n > 1;
	}
	return false;
}

/* Compares two texts in constant time. */
static bool
requestalike(struct span a, const char *b)
{
	unsigned char differs = 0;

	if (a.n != strlen(b))
		return false;
	for (size_t i = 0; i < a.n; i++)
		differs |= (unsigned char)(a.p[i] ^ b[i]);
	return differs == 0;
}

/* Takes a line off the text, and its end; false where no line ends, or it has a forbidden byte. */
static bool
takeline(struct span *text, struct span *line)
{
	*line = requestbefore(text, '\n');
	if (line->n == 0 || line->p[line->n - 1] != '\r')
		return false;
	line->n--;
	return printable(*line);
}

/* Parses the header fields: ANSWER_OK if there is exactly one Host, and it is ours. */
static enum httpanswer
requestfields(struct span text)
{
	struct span line, name, host = { 0 };
	size_t hosts = 0;

	while (text.n > 0) {
		if (!takeline(&text, &line))
			return ANSWER_BAD;
		name = requestbefore(&line, ':');
		if (!token(name))
			return ANSWER_BAD;
		while (line.n > 0 && (*line.p == ' ' || *line.p == '\t'))
			line = (struct span){ line.p + 1, line.n - 1 };
		while (line.n > 0 && (line.p[line.n - 1] == ' ' || line.p[line.n - 1] == '\t'))
			line.n--;
		if (name.n == strlen("Host") && strncasecmp(name.p, "Host", name.n) == 0) {
			hosts++;
			host = line;
		}
	}
	if (hosts != 1)
		return ANSWER_BAD;
	return ours(host) ? ANSWER_OK : ANSWER_REBOUND;
}

struct request
requestread(struct span text, const char *path)
{
	char *end = text.n > 0 ? memmem(text.p, text.n, "\r\n\r\n", 4) : NULL;
	struct request r = { .answer = ANSWER_BAD };
	struct span line, method, target;

	if ((end ? (size_t)(end - text.p) : text.n) > REQUEST_LONGEST)
		return (struct request){ .answer = ANSWER_LONG };
	if (!end)
		return (struct request){ .answer = ANSWER_NONE };
	text.n = (size_t)(end - text.p) + 2;
	if (!takeline(&text, &line))
		return r;
	method = requestbefore(&line, ' ');
	target = requestbefore(&line, ' ');
	if (!token(method) || target.n == 0 || line.n != strlen("HTTP/1.1") ||
	    strncmp(line.p, "HTTP/", 5) != 0)
		return r;
	r.method = method;
	if (!spanis(line, "HTTP/1.1") && !spanis(line, "HTTP/1.0"))
		r.answer = ANSWER_VERSION;
	else
		r.answer = requestfields(text);
	if (r.answer == ANSWER_OK && !spanis(method, "GET") && !spanis(method, "HEAD"))
		r.answer = ANSWER_METHOD;
	if (r.answer == ANSWER_OK && !requestalike(target, path))
		r.answer = ANSWER_UNKNOWN;
	return r;
}

const char *
requestreason(enum httpanswer answer)
{
	switch (answer) {
	case ANSWER_OK: return "OK";
	case ANSWER_UNKNOWN: return "Not Found";
	case ANSWER_METHOD: return "Method Not Allowed";
	case ANSWER_REBOUND: return "Misdirected Request";
	case ANSWER_LONG: return "Request Header Fields Too Large";
	case ANSWER_VERSION: return "HTTP Version Not Supported";
	case ANSWER_NONE:
	case ANSWER_BAD: break;
	}
	return "Bad Request";
}
