/* SPDX-License-Identifier: MIT */
/* json.h: the scanner compared with RFC 8259; values that are written are read back. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "base/json.h"
#include "random.h"
#include "tap.h"

/* A span initializer for a literal, which may hold NUL. */
#define TEXT(s) { s, sizeof(s) - 1 }

static const char replacement[] = "\xEF\xBF\xBD";

/* The result of a scan of a text. */
struct scanned {
	bool good;
	int members;
	const char *why;
	size_t at;        /* of the error */
	struct buf spans; /* the keys and values: key=value; */
};

/* Scans a copy in memory that ends after JSON_SLACK bytes, so that AddressSanitizer sees a read
 * past them. */
static struct scanned
scan(struct span text)
{
	static struct buf stack;
	struct scanned s = { 0 };
	struct span key, value;
	struct json j;
	char *copy = xmalloc(text.n + 1 + JSON_SLACK);
	int more;

	if (!text.p) {
		free(stack.p);
		free(copy);
		stack = (struct buf){ 0 };
		return s;
	}
	memcpy(copy, text.p, text.n);
	memset(copy + text.n, 0, 1 + JSON_SLACK);
	jsonopen(&j, copy, &stack);
	while ((more = jsonnext(&j, &key, &value)) > 0) {
		s.members++;
		bufspan(&s.spans, key);
		bufchar(&s.spans, '=');
		bufspan(&s.spans, value);
		bufchar(&s.spans, ';');
	}
	s.at = (size_t)(j.p - copy);
	s.why = more < 0 ? j.why : NULL;
	s.good = more == 0 && jsonspace(j.p) == copy + text.n;
	free(copy);
	return s;
}

static bool
accepted(struct span text)
{
	struct scanned s = scan(text);

	free(s.spans.p);
	return s.good;
}

static void
valid(void)
{
	static const struct {
		struct span text;
		const char *spans;
	} table[] = {
		{ TEXT("{}"), "" },
		{ TEXT(" \t\r\n{ \t\r\n} \t\r\n"), "" },
		{ TEXT("{\"a\":1}"), "a=1;" },
		{ TEXT(" { \"a\" : 1 , \"b\"\t:\r2\n} "), "a=1;b=2;" },
		{ TEXT("{\"\":\"\"}"), "=\"\";" },
		{ TEXT("{\"a\":1,\"a\":2}"), "a=1;a=2;" },
		{ TEXT("{\"a\":true,\"b\":false,\"c\":null}"), "a=true;b=false;c=null;" },
		{ TEXT("{\"a\":0,\"b\":-0,\"c\":-1,\"d\":10}"), "a=0;b=-0;c=-1;d=10;" },
		{ TEXT("{\"a\":0.0,\"b\":-0.5,\"c\":1.25}"), "a=0.0;b=-0.5;c=1.25;" },
		{ TEXT("{\"a\":1e5,\"b\":1E5,\"c\":1e+5,\"d\":1E-05,\"e\":0e0,\"f\":1.5e300}"),
		    "a=1e5;b=1E5;c=1e+5;d=1E-05;e=0e0;f=1.5e300;" },
		{ TEXT("{\"a\":123456789012345678901234567890}"),
		    "a=123456789012345678901234567890;" },
		{ TEXT("{\"a\":\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\uABCD\"}"),
		    "a=\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\uABCD\";" },
		{ TEXT("{\"a\":\"\\u0000\"}"), "a=\"\\u0000\";" },
		{ TEXT("{\"a\":\"\\uD83D\"}"), "a=\"\\uD83D\";" },
		{ TEXT("{\"k\\n\\\"\":1}"), "k\\n\\\"=1;" },
		{ TEXT("{\"a\":\"\x7F\"}"), "a=\"\x7F\";" },
		{ TEXT("{\"a\":\"\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80\"}"),
		    "a=\"\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80\";" },
		/* The scanner accepts invalid UTF-8: names come from any program. */
		{ TEXT("{\"a\":\"\xFF\x80\"}"), "a=\"\xFF\x80\";" },
		{ TEXT("{\"a\":[]}"), "a=[];" },
		{ TEXT("{\"a\":{}}"), "a={};" },
		{ TEXT("{\"a\":[ ],\"b\":{ }}"), "a=[ ];b={ };" },
		{ TEXT("{\"a\":[1, \"2\", [3, {}], {\"4\" : [ ] , \"\":null}] }"),
		    "a=[1, \"2\", [3, {}], {\"4\" : [ ] , \"\":null}];" },
		{ TEXT("{\"a\":{\"b\":{\"c\":{\"d\":[[[]]]}}},\"e\":1}"),
		    "a={\"b\":{\"c\":{\"d\":[[[]]]}}};e=1;" },
		{ TEXT("{\"a\":\"}]{[,:\"}"), "a=\"}]{[,:\";" },
		{ TEXT("{\"a\":[\"}]{[,:\\\"\"]}"), "a=[\"}]{[,:\\\"\"];" },
		{ TEXT("{\"12345678\":\"1234567890123456\"}"), "12345678=\"1234567890123456\";" },
	};

	for (size_t i = 0; i < sizeof(table) / sizeof(*table); i++) {
		struct scanned s = scan(table[i].text);

		ok(s.good && s.spans.n == strlen(table[i].spans) &&
		        memcmp(s.spans.n ? s.spans.p : "", table[i].spans, s.spans.n) == 0,
		    "valid: %s", table[i].text.p);
		free(s.spans.p);
	}
}

static void
invalid(void)
{
	static const struct span table[] = {
		TEXT(""),
		TEXT(" "),
		TEXT("{"),
		TEXT("}"),
		TEXT("["),
		TEXT("[]"),
		TEXT("\"a\""),
		TEXT("1"),
		TEXT("null"),
		TEXT("[{\"a\":1}]"),
		TEXT("{}{}"),
		TEXT("{} x"),
		TEXT("{\"a\":1}}"),
		TEXT("{\"a\":1}]"),
		TEXT("{\"a\":1},"),
		TEXT("{\"a\":1}\0{}"),
		TEXT("{}\0"),
		TEXT("\xEF\xBB\xBF{\"a\":1}"),
		TEXT("{\"a\":1}\xEF\xBB\xBF"),
		TEXT("{\xEF\xBB\xBF\"a\":1}"),
		TEXT("\xFE\xFF{}"),
		TEXT("{,}"),
		TEXT("{\"a\":1,}"),
		TEXT("{,\"a\":1}"),
		TEXT("{\"a\":1,,\"b\":2}"),
		TEXT("{\"a\":1 \"b\":2}"),
		TEXT("{\"a\":1;\"b\":2}"),
		TEXT("{\"a\"}"),
		TEXT("{\"a\":}"),
		TEXT("{\"a\" 1}"),
		TEXT("{\"a\"::1}"),
		TEXT("{\"a\"=1}"),
		TEXT("{\"a\":1:2}"),
		TEXT("{:1}"),
		TEXT("{a:1}"),
		TEXT("{'a':1}"),
		TEXT("{1:1}"),
		TEXT("{null:1}"),
		TEXT("{[]:1}"),
		TEXT("{\"a\":'b'}"),
		TEXT("{\"a\":b}"),
		TEXT("{\"a\":True}"),
		TEXT("{\"a\":TRUE}"),
		TEXT("{\"a\":tru}"),
		TEXT("{\"a\":truee}"),
		TEXT("{\"a\":fals}"),
		TEXT("{\"a\":falsey}"),
		TEXT("{\"a\":nul}"),
		TEXT("{\"a\":nulll}"),
		TEXT("{\"a\":None}"),
		TEXT("{\"a\":undefined}"),
		TEXT("{\"a\":true false}"),
		TEXT("{\"a\":01}"),
		TEXT("{\"a\":-01}"),
		TEXT("{\"a\":00}"),
		TEXT("{\"a\":00.5}"),
		TEXT("{\"a\":+1}"),
		TEXT("{\"a\":-}"),
		TEXT("{\"a\":--1}"),
		TEXT("{\"a\":- 1}"),
		TEXT("{\"a\":.5}"),
		TEXT("{\"a\":-.5}"),
		TEXT("{\"a\":1.}"),
		TEXT("{\"a\":1.e5}"),
		TEXT("{\"a\":1.2.3}"),
		TEXT("{\"a\":1e}"),
		TEXT("{\"a\":1e+}"),
		TEXT("{\"a\":1e1.5}"),
		TEXT("{\"a\":1ee5}"),
		TEXT("{\"a\":e5}"),
		TEXT("{\"a\":0x10}"),
		TEXT("{\"a\":1_000}"),
		TEXT("{\"a\":1 2}"),
		TEXT("{\"a\":1f}"),
		TEXT("{\"a\":NaN}"),
		TEXT("{\"a\":nan}"),
		TEXT("{\"a\":Infinity}"),
		TEXT("{\"a\":-Infinity}"),
		TEXT("{\"a\":inf}"),
		TEXT("{\"a\":\"}"),
		TEXT("{\"a\":\"\\\"}"),
		TEXT("{\"a\":\"\\x41\"}"),
		TEXT("{\"a\":\"\\'\"}"),
		TEXT("{\"a\":\"\\0\"}"),
		TEXT("{\"a\":\"\\a\"}"),
		TEXT("{\"a\":\"\\v\"}"),
		TEXT("{\"a\":\"\\U0041\"}"),
		TEXT("{\"a\":\"\\N\"}"),
		TEXT("{\"a\":\"\\ n\"}"),
		TEXT("{\"a\":\"\\u\"}"),
		TEXT("{\"a\":\"\\u1\"}"),
		TEXT("{\"a\":\"\\u12\"}"),
		TEXT("{\"a\":\"\\u123\"}"),
		TEXT("{\"a\":\"\\u123g\"}"),
		TEXT("{\"a\":\"\\ug123\"}"),
		TEXT("{\"a\":\"\\u 123\"}"),
		TEXT("{\"a\":\"\\u+123\"}"),
		TEXT("{\"a\":\"\\u12\x11"
		     "4\"}"),
		TEXT("{\"a\":\"\\u00:0\"}"),
		TEXT("{\"a\":\"\\u00@0\"}"),
		TEXT("{\"a\":\"\\u00/0\"}"),
		TEXT("{\"a\":\"\\u00`0\"}"),
		TEXT("{\"a\":\"\\u00G0\"}"),
		TEXT("{\"a\":\"\\\n\"}"),
		TEXT("{\"a\":\"\\\0\"}"),
		TEXT("{\"k\\q\":1}"),
		TEXT("{\"k\n\":1}"),
		TEXT("{\"k"),
		TEXT("{\"a\":[}"),
		TEXT("{\"a\":]}"),
		TEXT("{\"a\":[1}"),
		TEXT("{\"a\":[1]"),
		TEXT("{\"a\":[1,]}"),
		TEXT("{\"a\":[,1]}"),
		TEXT("{\"a\":[,]}"),
		TEXT("{\"a\":[1,,2]}"),
		TEXT("{\"a\":[1 2]}"),
		TEXT("{\"a\":[1:2]}"),
		TEXT("{\"a\":[\"b\":1]}"),
		TEXT("{\"a\":{1}}"),
		TEXT("{\"a\":{\"b\"}}"),
		TEXT("{\"a\":{\"b\":1,}}"),
		TEXT("{\"a\":{,\"b\":1}}"),
		TEXT("{\"a\":{\"b\":1]}"),
		TEXT("{\"a\":[{\"b\":1]}"),
		TEXT("{\"a\":{\"b\":[1}}"),
		TEXT("{\"a\":{\"b\":}}"),
		TEXT("{\"a\":{\"b\" 1}}"),
		TEXT("{\"a\":{b:1}}"),
		TEXT("{\"a\":[[]}"),
		TEXT("{\"a\":[]]}"),
		TEXT("{\"a\":[01]}"),
		TEXT("{\"a\":[\"\\q\"]}"),
		TEXT("{\"a\":[tru]}"),
		TEXT("/* c */{}"),
		TEXT("{}//c"),
		TEXT("{#\n}"),
		TEXT("{\"a\"/**/:1}"),
		TEXT("{\"a\":/**/1}"),
		TEXT("{\"a\":1/**/}"),
		TEXT("{\f}"),
		TEXT("{\v}"),
		TEXT("\f{}"),
		TEXT("{}\f"),
		TEXT("{\xC2\xA0}"),
		TEXT("{\x1F}"),
		TEXT("{\0}"),
		TEXT("{\"a\0\":1}"),
		TEXT("{\"a\":\"\0\"}"),
		TEXT("{\"a\":\0 1}"),
		TEXT("{\"a\":1\0}"),
		TEXT("{\"a\":[\0]}"),
	};

	for (size_t i = 0; i < sizeof(table) / sizeof(*table); i++) {
		struct scanned s = scan(table[i]);

		ok(!s.good && s.at <= table[i].n, "invalid: %s",
		    table[i].n ? table[i].p : "(nothing)");
		free(s.spans.p);
	}
}

/* Each control character inside a string, at each of eight offsets. */
static void
controls(void)
{
	bool refused = true, others = true, placed = true;

	for (int c = 0; c < 256; c++)
		for (size_t n = 0; n < 20; n++) {
			struct buf b = { 0 };
			struct scanned s;
			bool plain = c >= 0x20 && c != '"' && c != '\\';

			bufstr(&b, "{\"a\":\"");
			for (size_t i = 0; i < n; i++)
				bufchar(&b, (char)(i & 1 ? 0x21 : 0xA0));
			bufchar(&b, (char)c);
			bufstr(&b, "12345678901\"}");
			s = scan(bufall(&b));
			if (c < 0x20) {
				refused = refused && !s.good && s.why;
				placed = placed && s.at == 6 + n;
			} else if (plain) {
				others = others && s.good;
			} else {
				refused = refused && !s.good;
			}
			free(s.spans.p);
			free(b.p);
		}
	ok(refused, "a raw control character, quote or backslash ends a string, wherever it is");
	ok(placed, "the error is at the control character");
	ok(others, "every other byte may stand in a string");
}

static void
depth(void)
{
	enum { DEEP = 100000 };
	struct buf b = { 0 };
	size_t open;

	bufstr(&b, "{\"a\":");
	for (int i = 0; i < DEEP; i++)
		bufstr(&b, i & 1 ? "{\"k\":" : "[");
	open = b.n;
	bufstr(&b, "1");
	for (int i = DEEP; i-- > 0;)
		bufstr(&b, i & 1 ? "}" : "]");
	bufchar(&b, '}');
	ok(accepted(bufall(&b)), "100000 levels");
	ok(!accepted((struct span){ b.p, b.n - 1 }) && !accepted((struct span){ b.p, b.n - 2 }) &&
	        !accepted((struct span){ b.p, open }),
	    "not closed");
	b.p[b.n - 2] = '}';
	ok(!accepted(bufall(&b)), "the outermost closed by the wrong bracket");
	b.p[b.n - 2] = ']';
	b.p[open + 1] = b.p[open + 1] == '}' ? ']' : '}';
	ok(!accepted(bufall(&b)), "the innermost closed by the wrong bracket");
	free(b.p);
}

/* An oracle: the grammar of RFC 8259 as a recursive-descent parser. Each function returns the end
 * of the text that it parsed, or NULL. */
static const char *avalue(const char *p, const char *end);

static const char *
blanks(const char *p, const char *end)
{
	while (p < end && memchr(" \t\r\n", *p, 4))
		p++;
	return p;
}

static const char *
adigits(const char *p, const char *end)
{
	const char *start = p;

	while (p < end && *p >= '0' && *p <= '9')
		p++;
	return p > start ? p : NULL;
}

static const char *
anumber(const char *p, const char *end)
{
	if (p < end && *p == '-')
		p++;
	p = p < end && *p == '0' ? p + 1 : adigits(p, end);
	if (p && p < end && *p == '.')
		p = adigits(p + 1, end);
	if (p && p < end && (*p == 'e' || *p == 'E')) {
		p++;
		if (p < end && (*p == '+' || *p == '-'))
			p++;
		p = adigits(p, end);
	}
	return p;
}

static const char *
astring(const char *p, const char *end)
{
	if (p == end || *p++ != '"')
		return NULL;
	for (; p < end; p++) {
		if (*p == '"')
			return p + 1;
		if ((unsigned char)*p < 0x20)
			return NULL;
		if (*p != '\\')
			continue;
		if (++p == end || !memchr("\"\\/bfnrtu", *p, 9))
			return NULL;
		for (int i = 0, hex = *p == 'u' ? 4 : 0; i < hex; i++)
			if (++p >= end || !memchr("0123456789abcdefABCDEF", *p, 22))
				return NULL;
	}
	return NULL;
}

static const char *
aseries(const char *p, const char *end, bool object)
{
	char close = object ? '}' : ']';

	p = blanks(p + 1, end);
	if (p < end && *p == close)
		return p + 1;
	while (p) {
		if (object) {
			p = astring(blanks(p, end), end);
			p = p ? blanks(p, end) : NULL;
			if (!p || p == end || *p++ != ':')
				return NULL;
		}
		p = avalue(blanks(p, end), end);
		p = p ? blanks(p, end) : NULL;
		if (!p || p == end || (*p != ',' && *p != close))
			return NULL;
		if (*p++ == close)
			return p;
	}
	return NULL;
}

static const char *
avalue(const char *p, const char *end)
{
	static const char *const words[] = { "true", "false", "null" };

	if (p == end)
		return NULL;
	if (*p == '{' || *p == '[')
		return aseries(p, end, *p == '{');
	if (*p == '"')
		return astring(p, end);
	for (size_t i = 0; i < 3; i++)
		if ((size_t)(end - p) >= strlen(words[i]) &&
		    memcmp(p, words[i], strlen(words[i])) == 0)
			return p + strlen(words[i]);
	return anumber(p, end);
}

static bool
anobject(struct span text)
{
	const char *end = text.p + text.n, *p = blanks(text.p, end);

	if (p == end || *p != '{')
		return false;
	p = aseries(p, end, true);
	return p && blanks(p, end) == end;
}

static void
againstoracle(void)
{
	int good = 0, bad = 0, wrong = 0;

	for (int i = 0; i < 60000; i++) {
		struct buf b = { 0 };
		bool want, got;

		bufstr(&b, "{\"a\":");
		randomvalue(&b, 3, true);
		bufstr(&b, ",\"b\":1}");
		for (uint64_t n = taprandom(4); n > 0 && b.n > 1; n--)
			damage(&b);
		want = anobject(bufall(&b));
		got = accepted(bufall(&b));
		*(want ? &good : &bad) += 1;
		if (want != got && wrong++ < 5)
			fprintf(stderr, "# %s, and is %s: %.*s\n", got ? "accepted" : "refused",
			    want ? "valid" : "invalid", (int)b.n, b.p);
		free(b.p);
	}
	ok(wrong == 0 && good > 10000 && bad > 10000,
	    "60000 random objects, %d of them valid, %d not, are told apart as the grammar does",
	    good, bad);
}

static void
prefixes(void)
{
	static const char line[] =
	    "{\"ts\":-12,\"dur\":34,\"type\":\"kernel\",\"name\":\"a\\u00e9\\n\xC3\xA9\",\"open\":true, \"args\":{\"grid\":[8,8,1],\"x\":null,\"y\":1.5e+3}}";
	int wrong = 0;

	for (size_t n = 0; n < sizeof(line) - 1; n++)
		wrong += accepted((struct span){ line, n });
	ok(wrong == 0 && accepted((struct span){ line, sizeof(line) - 1 }),
	    "no prefix of a valid line is valid");
}

static void
errors(void)
{
	static const struct {
		const char *text;
		size_t at;
	} table[] = {
		{ "[1]", 0 },
		{ "  x", 2 },
		{ "{\"a\":01}", 5 },
		{ "{\"a\":tru}", 5 },
		{ "{\"a\":1 x}", 7 },
		{ "{\"a\":\"b\tc\"}", 7 },
		{ "{\"a\":[1,2}", 9 },
		{ "{\"a\" 1}", 5 },
		{ "{a:1}", 1 },
		{ "{\"a\":1", 6 },
		{ "{\"a\":{\"b\":[1,{]}", 14 },
	};

	for (size_t i = 0; i < sizeof(table) / sizeof(*table); i++) {
		struct scanned s = scan(spanof(table[i].text));

		ok(s.why && s.at == table[i].at, "the error of %s is at byte %zu (%zu: %s)",
		    table[i].text, table[i].at, s.at, s.why ? s.why : "none");
		free(s.spans.p);
	}
}

/* Checks the result of jsontext for a value or key. */
static void
decodes(const char *quoted, struct span want, struct buf *scratch)
{
	struct span got = jsontext(spanof(quoted), scratch);

	ok(got.n == want.n && memcmp(got.p, want.p, want.n) == 0, "decode %s", quoted);
}

static void
texts(void)
{
	static const struct {
		const char *quoted;
		struct span text;
	} table[] = {
		{ "\"\"", TEXT("") },
		{ "\"abc\"", TEXT("abc") },
		{ "key", TEXT("key") },
		{ "k\\u0065y", TEXT("key") },
		{ "", TEXT("") },
		{ "\\\"k\\\"", TEXT("\"k\"") },
		{ "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", TEXT("\"\\/\b\f\n\r\t") },
		{ "\"a\\nb\"", TEXT("a\nb") },
		{ "\"\\\\n\"", TEXT("\\n") },
		{ "\"\\\\u0041\"", TEXT("\\u0041") },
		{ "\"\\u0041\\u00e9\\u20AC\"", TEXT("A\xC3\xA9\xE2\x82\xAC") },
		{ "\"\\u0000\"", TEXT("\0") },
		{ "\"x\\u0000y\"", TEXT("x\0y") },
		{ "\"\\u0022\\u005c\"", TEXT("\"\\") },
		{ "\"\\uD83D\\uDE00\"", TEXT("\xF0\x9F\x98\x80") },
		{ "\"\\ud83d\\ude00\"", TEXT("\xF0\x9F\x98\x80") },
		{ "\"\\uD800\\uDC00\"", TEXT("\xF0\x90\x80\x80") },
		{ "\"\\uDBFF\\uDFFF\"", TEXT("\xF4\x8F\xBF\xBF") },
		{ "\"\\uD83D\"", TEXT("\xEF\xBF\xBD") },
		{ "\"\\uDE00\"", TEXT("\xEF\xBF\xBD") },
		{ "\"\\uD83Dx\"", TEXT("\xEF\xBF\xBDx") },
		{ "\"\\uD83D\\n\"", TEXT("\xEF\xBF\xBD\n") },
		{ "\"\\uD83D\\u0041\"", TEXT("\xEF\xBF\xBD" "A") },
		{ "\"\\uD83D\\uD83D\\uDE00\"", TEXT("\xEF\xBF\xBD\xF0\x9F\x98\x80") },
		{ "\"\\uDC00\\uDC00\"", TEXT("\xEF\xBF\xBD\xEF\xBF\xBD") },
		{ "\"\\uDBFF\\uDBFF\\uE000\"", TEXT("\xEF\xBF\xBD\xEF\xBF\xBD\xEE\x80\x80") },
		{ "\"\\uDE00\\uD83D\"", TEXT("\xEF\xBF\xBD\xEF\xBF\xBD") },
		{ "\"\\uD83D\\\\uDE00\"", TEXT("\xEF\xBF\xBD\\uDE00") },
		{ "\"\\uD7FF\\uE000\\uFFFF\"", TEXT("\xED\x9F\xBF\xEE\x80\x80\xEF\xBF\xBF") },
		{ "\"\xC3\xA9\\t\xFF\"", TEXT("\xC3\xA9\t\xFF") },
	};
	static const char *plain = "\"plain\"";
	struct buf scratch = { 0 };
	struct span got;

	for (size_t i = 0; i < sizeof(table) / sizeof(*table); i++)
		decodes(table[i].quoted, table[i].text, &scratch);
	got = jsontext((struct span){ plain, 7 }, &scratch);
	ok(got.p == plain + 1 && got.n == 5, "a text without escapes is not copied");
	free(scratch.p);
}

/* Writes a code point as UTF-8, for the oracle. */
static size_t
encode(unsigned c, char *p)
{
	size_t n = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;

	for (size_t i = n; i-- > 1; c >>= 6)
		p[i] = (char)(0x80 | (c & 0x3F));
	p[0] = (char)((n == 1 ? 0 : 0xF00 >> n) | c);
	return n;
}

/* Returns the code point that begins at p, or -1: decodes it by its length, then checks its
 * value. */
static long
decode(const char *p, size_t left, size_t *n)
{
	static const unsigned least[] = { 0, 0, 0x80, 0x800, 0x10000 };
	unsigned char c = (unsigned char)*p;
	unsigned long v;

	*n = c < 0x80 ? 1 : c >> 5 == 6 ? 2 : c >> 4 == 14 ? 3 : c >> 3 == 30 ? 4 : 0;
	if (*n == 0 || *n > left)
		return -1;
	v = *n == 1 ? c : c & (0x7Fu >> *n);
	for (size_t i = 1; i < *n; i++) {
		if (((unsigned char)p[i] & 0xC0) != 0x80)
			return -1;
		v = v << 6 | ((unsigned char)p[i] & 0x3F);
	}
	return v < least[*n] || v > 0x10FFFF || (v >= 0xD800 && v <= 0xDFFF) ? -1 : (long)v;
}

/* Replaces each byte that is not part of valid UTF-8, as the oracle. */
static void
mend(struct buf *out, struct span s)
{
	for (size_t n; s.n > 0; s.p += n, s.n -= n)
		if (decode(s.p, s.n, &n) < 0) {
			bufstr(out, replacement);
			n = 1;
		} else {
			bufmem(out, s.p, n);
		}
}

static bool
equal(struct span a, const struct buf *b)
{
	return a.n == b->n && (a.n == 0 || memcmp(a.p, b->p, a.n) == 0);
}

/* Returns true if jsonstring makes a valid value that reads back as the same bytes, with invalid
 * UTF-8 replaced. */
static bool
roundtrip(struct span bytes)
{
	struct buf line = { 0 }, want = { 0 }, scratch = { 0 }, inner = { 0 };
	char *exact = xmalloc(bytes.n); /* an exact copy: AddressSanitizer sees a read past it */
	struct span value;
	bool good;

	memcpy(exact, bytes.p, bytes.n);
	bufstr(&line, "{\"k\":");
	jsonstring(&line, exact, bytes.n);
	value = (struct span){ line.p + 5, line.n - 5 };
	jsonescape(&inner, exact, bytes.n);
	good = inner.n == value.n - 2 && value.p[0] == '"' && value.p[value.n - 1] == '"' &&
	    equal((struct span){ value.p + 1, value.n - 2 }, &inner);
	mend(&want, bytes);
	good = good && equal(jsontext(value, &scratch), &want);
	bufchar(&line, '}');
	good = good && accepted(bufall(&line));
	free(exact);
	free(line.p);
	free(want.p);
	free(scratch.p);
	free(inner.p);
	return good;
}

/* Compares the output of jsonescape byte by byte. */
static void
escapes(struct span bytes, const char *want)
{
	struct buf out = { 0 };

	jsonescape(&out, bytes.p, bytes.n);
	ok(equal(spanof(want), &out), "escaped: %s", want);
	free(out.p);
}

static void
written(void)
{
	static const struct {
		struct span bytes;
		const char *want;
	} table[] = {
		{ TEXT(""), "" },
		{ TEXT("abc"), "abc" },
		{ TEXT("a\"b\\c/d"), "a\\\"b\\\\c/d" },
		{ TEXT("\n\t\r"), "\\n\\t\\r" },
		{ TEXT("\0\x01\x1F\x7F"), "\\u0000\\u0001\\u001f\x7F" },
		{ TEXT("\xC3\xA9 \xE2\x82\xAC \xF0\x9F\x98\x80"),
		    "\xC3\xA9 \xE2\x82\xAC \xF0\x9F\x98\x80" },
		{ TEXT("\x80"), "\xEF\xBF\xBD" },
		{ TEXT("\xFF\xFE"), "\xEF\xBF\xBD\xEF\xBF\xBD" },
		/* NUL in an overlong form of two bytes. */
		{ TEXT("\xC0\x80"), "\xEF\xBF\xBD\xEF\xBF\xBD" },
		{ TEXT("\xC1\xBF"), "\xEF\xBF\xBD\xEF\xBF\xBD" },
		/* In one of three bytes. */
		{ TEXT("\xE0\x9F\xBF"), "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD" },
		{ TEXT("\xE0\xA0\x80"), "\xE0\xA0\x80" },
		/* In one of four bytes. */
		{ TEXT("\xF0\x8F\xBF\xBF"), "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD" },
		{ TEXT("\xF0\x90\x80\x80"), "\xF0\x90\x80\x80" },
		{ TEXT("\xED\x9F\xBF"), "\xED\x9F\xBF" },
		/* A surrogate. */
		{ TEXT("\xED\xA0\x80"), "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD" },
		{ TEXT("\xED\xBF\xBF"), "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD" },
		{ TEXT("\xEE\x80\x80"), "\xEE\x80\x80" },
		{ TEXT("\xF4\x8F\xBF\xBF"), "\xF4\x8F\xBF\xBF" },
		/* Above U+10FFFF. */
		{ TEXT("\xF4\x90\x80\x80"), "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD" },
		{ TEXT("\xF5\x80\x80\x80"), "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD" },
		/* Truncated by the end. */
		{ TEXT("a\xE2\x82"), "a\xEF\xBF\xBD\xEF\xBF\xBD" },
		/* Truncated by another character. */
		{ TEXT("\xE2\x82z"), "\xEF\xBF\xBD\xEF\xBF\xBDz" },
		{ TEXT("\xF0\x9F\x98\"x"), "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\\\"x" },
		{ TEXT("\xC3\n"), "\xEF\xBF\xBD\\n" },
		{ TEXT("\xC3\xC3\xA9"), "\xEF\xBF\xBD\xC3\xA9" },
	};
	static const char odd[] = "\"\\/u\n\x7F\x80\xBF\xC3\xED\xA0\xF4\x8F\xE0" "0";
	bool bytes = true, pairs = true, codes = true, some = true;
	char text[64];

	for (size_t i = 0; i < sizeof(table) / sizeof(*table); i++)
		escapes(table[i].bytes, table[i].want);
	for (int a = 0; a < 256; a++) {
		text[0] = (char)a;
		bytes = bytes && roundtrip((struct span){ text, 1 });
		for (int b = 0; b < 256; b++) {
			text[1] = (char)b;
			pairs = pairs && roundtrip((struct span){ text, 2 });
		}
	}
	ok(bytes, "every byte");
	ok(pairs, "every two bytes");
	for (unsigned c = 0; c <= 0x10FFFF; c += c < 0x900 ? 1 : c < 0x11000 ? 5 : 61)
		codes = codes && roundtrip((struct span){ text, encode(c, text) });
	ok(codes && roundtrip((struct span){ text, encode(0x10FFFF, text) }),
	    "characters of all lengths");
	for (int i = 0; i < 30000; i++) {
		size_t n = taprandom(sizeof(text)), kind = taprandom(3);

		for (size_t j = 0; j < n; j++)
			text[j] = kind == 0 ? (char)taprandom(256)
			    : kind == 1     ? (char)(0x80 + taprandom(0x80))
			                    : odd[taprandom(sizeof(odd) - 1)];
		some = some && roundtrip((struct span){ text, n });
	}
	ok(some, "30000 random byte strings are read back, mended");
}

static void
everycode(void)
{
	struct buf scratch = { 0 };
	int wrong = 0;

	for (unsigned c = 0; c < 0x10000; c++) {
		char quoted[16], want[8];
		size_t n = c >= 0xD800 && c <= 0xDFFF ? encode(0xFFFD, want) : encode(c, want);
		struct span got;

		snprintf(quoted, sizeof(quoted), c & 1 ? "\"\\u%04x\"" : "\"\\u%04X\"", c);
		got = jsontext(spanof(quoted), &scratch);
		wrong += got.n != n || memcmp(got.p, want, n) != 0;
	}
	for (unsigned c = 0x10000; c <= 0x10FFFF; c += 31) {
		char quoted[16], want[8];
		size_t n = encode(c, want);
		struct span got;

		snprintf(quoted, sizeof(quoted), "\"\\u%04x\\u%04x\"",
		    0xD800 + ((c - 0x10000) >> 10), 0xDC00 + ((c - 0x10000) & 0x3FF));
		got = jsontext(spanof(quoted), &scratch);
		wrong += got.n != n || memcmp(got.p, want, n) != 0;
	}
	ok(wrong == 0, "every \\u escape, and pairs");
	free(scratch.p);
}

static void
cleans(const char *value, const char *want)
{
	struct buf out = { 0 };

	jsonclean(&out, spanof(value));
	if (!ok(equal(spanof(want), &out), "clean %s", value))
		fprintf(stderr, "# got %.*s, wanted %s\n", (int)out.n, out.p ? out.p : "", want);
	free(out.p);
}

static void
cleaned(void)
{
	struct buf text = { 0 };
	int wrong = 0;

	cleans("1.5e3", "1.5e3");
	cleans("null", "null");
	cleans("{\"a\":[1, \"b\"]}", "{\"a\":[1, \"b\"]}");
	cleans("\"\\u0041\\n\\\"\\\\\\/\\u0000\"", "\"\\u0041\\n\\\"\\\\\\/\\u0000\"");
	cleans("\"\\uD83D\\uDE00\"", "\"\xF0\x9F\x98\x80\"");
	cleans("{\"\\ud83d\\ude00\":[\"\\uDBFF\\uDFFF\"]}",
	    "{\"\xF0\x9F\x98\x80\":[\"\xF4\x8F\xBF\xBF\"]}");
	cleans("\"\\\\uD83D\\\\uDE00\"", "\"\\\\uD83D\\\\uDE00\"");
	cleans("\"\\\\\\uD83D\\uDE00\"", "\"\\\\\xF0\x9F\x98\x80\"");
	cleans("\"\\uD83D\"", "\"\xEF\xBF\xBD\"");
	cleans("\"\\uDE00\\uD83D\"", "\"\xEF\xBF\xBD\xEF\xBF\xBD\"");
	cleans("\"\\uD83D\\u0041\"", "\"\xEF\xBF\xBD\\u0041\"");
	cleans("\"\\uD7FF\\uE000\"", "\"\\uD7FF\\uE000\"");
	cleans("\"a\xFFz\xC3\xA9\"", "\"a\xEF\xBF\xBDz\xC3\xA9\"");
	cleans("\"\xED\xA0\x80\"", "\"\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\"");
	cleans("\"\xC3\"", "\"\xEF\xBF\xBD\"");
	for (int i = 0; i < 20000; i++) {
		static const char *const parts[] = { "\\uD83D", "\\ude00", "\\\\", "\\\"", "u",
			"D83D", "\xFF", "\xC3\xA9", "\xE2\x82", "\\n", "\\u00e9", "\\uDFFF",
			"\\u0041" };
		struct buf out = { 0 }, before = { 0 }, after = { 0 }, want = { 0 }, direct = { 0 };
		struct span plain;

		text.n = 0;
		bufchar(&text, '"');
		for (uint64_t n = taprandom(8); n > 0; n--)
			bufstr(&text, parts[taprandom(sizeof(parts) / sizeof(*parts))]);
		bufchar(&text, '"');
		jsonclean(&out, bufall(&text));
		plain = jsontext(bufall(&text), &before);
		mend(&want, plain);
		wrong += !equal(jsontext(bufall(&out), &after), &want);
		jsonutf8(&direct, bufall(&text));
		wrong += !equal(bufall(&want), &direct);
		for (size_t at = 0, n; at < out.n; at += n)
			if (decode(out.p + at, out.n - at, &n) < 0) {
				wrong++;
				break;
			}
		free(out.p);
		free(before.p);
		free(after.p);
		free(want.p);
		free(direct.p);
	}
	ok(wrong == 0, "20000 random strings mean the same once clean, and are UTF-8");
	free(text.p);
}

/* Each length up to 48 bytes, with a byte at each position that is not ASCII or is a backslash. */
static void
plain(void)
{
	static const char unusual[] = "\\\x80\xFF";
	char text[150];
	int wrong = 0;

	for (size_t n = 0; n <= sizeof(text); n++) {
		memset(text, 'a', sizeof(text));
		wrong += !jsonplain((struct span){ text, n });
		for (size_t at = 0; at < sizeof(text); at++) {
			text[at] = unusual[(n + at) % 3];
			wrong += jsonplain((struct span){ text, n }) != (at >= n);
			text[at] = 'a';
		}
	}
	ok(wrong == 0, "a text is plain without a byte, at any place, that is not");
}

static void
skipped(void)
{
	static const char *const values[] = { "1", "-1.5e3", "true", "null", "\"a\\\"b\"", "\"\"",
		"{}", "[]", "{\"a\":[1,{\"b\":\"}\"}]}", "[ [ ] , \"]\" ]",
		"[[[1],[2,3]],{\"a\":{\"\":-1.5},\"\\u00e9\":[true,null]},12345678]",
		"{\"a\":[[],{}],\"b\":1}" };
	static const char *const others[] = { "{\"a\":1,}", "[1,]", "[,1]", "{\"a\"1}", "{\"a\":}",
		"{\"a\":1]", "[1}", "[{\"a\":1]}", "{\"a\":[1}]", "{1}", "{\"a\"}", "[01]", "[1.]",
		"[\"a\\x\"]", "[1 2]", "[a]", "[-]", "{\"a\":\"b\"", "[[1]", "{\"a\":{\"b\":1}" };
	struct buf text = { 0 }, stack = { 0 };
	int wrong = 0;

	for (size_t i = 0; i < sizeof(values) / sizeof(*values); i++) {
		text.n = 0;
		bufstr(&text, values[i]);
		bufstr(&text, ",1]");
		jsonpad(&text);
		wrong += jsonskip(text.p, &stack) != text.p + strlen(values[i]);
	}
	ok(wrong == 0, "values are skipped, and no more");
	wrong = 0;
	for (size_t i = 0; i < sizeof(others) / sizeof(*others); i++) {
		text.n = 0;
		bufstr(&text, others[i]);
		jsonpad(&text);
		wrong += jsonskip(text.p, &stack) != NULL;
	}
	ok(wrong == 0, "what is no value is not skipped");
	wrong = 0;
	for (size_t levels = 1; levels < 200; levels++) {
		text.n = 0;
		for (size_t i = 0; i < levels; i++)
			bufstr(&text, i % 3 ? "[" : "{\"a\":");
		bufchar(&text, '1');
		for (size_t i = levels; i-- > 0;)
			bufchar(&text, i % 3 ? ']' : '}');
		jsonpad(&text);
		wrong += jsonskip(text.p, &stack) != text.p + text.n;
		text.p[text.n - 1] ^= ']' ^ '}';
		wrong += jsonskip(text.p, &stack) != NULL;
	}
	ok(wrong == 0, "values of 199 levels are skipped, unless a bracket is of another kind");
	free(text.p);
	free(stack.p);
}

static void
integers(void)
{
	static const struct {
		const char *text;
		bool good;
		int64_t want;
	} table[] = {
		{ "0", true, 0 },
		{ "-0", true, 0 },
		{ "1", true, 1 },
		{ "-1", true, -1 },
		{ "1234567890123456789", true, 1234567890123456789 },
		{ "9223372036854775807", true, INT64_MAX },
		{ "9223372036854775808", false, 0 },
		{ "-9223372036854775808", true, INT64_MIN },
		{ "-9223372036854775809", false, 0 },
		{ "9999999999999999999", false, 0 },
		{ "-9999999999999999999", false, 0 },
		{ "10000000000000000000", false, 0 },
		{ "18446744073709551616", false, 0 },
		{ "18446744073709551617", false, 0 },
		{ "100000000000000000000", false, 0 },
		{ "-100000000000000000000", false, 0 },
		{ "36893488147419103233", false, 0 },
		{ "", false, 0 },
		{ "-", false, 0 },
		{ "1.0", false, 0 },
		{ "1.5", false, 0 },
		{ "1e3", false, 0 },
		{ "1E0", false, 0 },
		{ "\"1\"", false, 0 },
		{ "true", false, 0 },
		{ "null", false, 0 },
		{ "[1]", false, 0 },
		{ "{}", false, 0 },
	};
	bool all = true;

	for (size_t i = 0; i < sizeof(table) / sizeof(*table); i++) {
		int64_t v = 77;
		bool good = jsonint(spanof(table[i].text), &v);

		ok(good == table[i].good && (!good || v == table[i].want), "integer %s",
		    table[i].text);
	}
	for (int i = 0; i < 100000; i++) {
		int64_t want = (int64_t)(taprandom(UINT64_MAX) << 11) >> taprandom(64), v = 0;
		char text[32];

		snprintf(text, sizeof(text), "%" PRId64 "7", want); /* one digit after the span */
		all = all && jsonint((struct span){ text, strlen(text) - 1 }, &v) && v == want;
	}
	ok(all, "100000 random integers, followed by a digit that is not theirs");
}

/* Returns the number of significant digits of a number. */
static int
significant(const char *s)
{
	int n = 0, zeros = 0;

	for (; *s && *s != 'e'; s++) {
		if (*s == '0' && n > 0) {
			zeros++;
		} else if (*s >= '1' && *s <= '9') {
			n += zeros + 1;
			zeros = 0;
		}
	}
	return n;
}

/* Returns true if a number is valid JSON, reads back the same, and no shorter form does so. */
static bool
shortest(double v)
{
	struct buf line = { 0 };
	char text[40] = "", other[40];
	int least = 1;
	double back;
	bool good;

	bufstr(&line, "{\"a\":");
	jsondouble(&line, v);
	if (line.n - 5 < sizeof(text))
		memcpy(text, line.p + 5, line.n - 5);
	bufchar(&line, '}');
	back = strtod(text, NULL);
	for (; least < 17; least++) {
		snprintf(other, sizeof(other), "%.*e", least - 1, v);
		if (strtod(other, NULL) == v)
			break;
	}
	good = accepted(bufall(&line)) && text[0] != '"' && back == v &&
	    signbit(back) == signbit(v) && (v == 0 || significant(text) <= least);
	if (!good)
		fprintf(stderr, "# %a is written %s; %d digits suffice\n", v, text, least);
	free(line.p);
	return good;
}

static void
writes(double v, const char *want)
{
	struct buf out = { 0 };

	jsondouble(&out, v);
	ok(equal(spanof(want), &out), "%s", want);
	free(out.p);
}

static void
doubles(void)
{
	static const double table[] = { 0.0, -0.0, 1, -1, 0.1, 0.3, 1.0 / 3, 2.0 / 3, 1e15, 1e16,
		1e17, 1e22, 1e23, 123456789012345678.0, 1e300, 1e-300, 1.7976931348623157e308,
		2.2250738585072014e-308, 5e-5, 9007199254740993.0, 0x1p-44, 0x1p1000 };
	bool all = true;

	for (size_t i = 0; i < sizeof(table) / sizeof(*table); i++)
		ok(shortest(table[i]), "%.17g", table[i]);
	ok(shortest(5e-324), "the smallest number, 5e-324");
	ok(shortest(1e-310), "a small number without all its bits, 1e-310");
	writes(0.5, "0.5");
	writes(-2, "-2");
	writes(0.1, "0.1");
	writes(NAN, "\"NaN\"");
	writes(INFINITY, "\"Infinity\"");
	writes(-INFINITY, "\"-Infinity\"");
	for (int i = 0; i < 10000 && all; i++) {
		uint64_t bits = taprandom(UINT64_MAX) << 11 ^ taprandom(UINT64_MAX);
		double v;

		memcpy(&v, &bits, sizeof(v));
		all = fpclassify(v) != FP_NORMAL ||
		    (shortest(v) && shortest((double)(int64_t)bits / 1024) &&
		        shortest((double)(bits >> 40) / 1000));
	}
	ok(all, "random numbers");
}

/* Lists the elements of an array, each followed by a semicolon; then the error, or the text after
 * the array. */
static void
elements(const char *text, const char *want)
{
	struct buf stack = { 0 }, copy = { 0 }, got = { 0 };
	struct span value;
	struct json j;
	int more;

	bufmem(&copy, text, strlen(text));
	jsonpad(&copy);
	jsonopen(&j, copy.p, &stack);
	while ((more = jsonitem(&j, &value)) > 0) {
		bufspan(&got, value);
		bufchar(&got, ';');
	}
	if (more < 0)
		bufprintf(&got, "%s (%d)", j.why, (int)(j.p - copy.p));
	else
		bufstr(&got, j.p);
	bufchar(&got, '\0');
	ok(strcmp(got.p, want) == 0, "elements of %s: %s", text, got.p);
	free(stack.p);
	free(copy.p);
	free(got.p);
}

static void
arrays(void)
{
	elements("[]", "");
	elements(" [ ] ,1", " ,1");
	elements("[1]", "1;");
	elements("[\"a\",\"]\" , [2,[3]] ,{\"k\":[]},null,-1.5e3]}",
	    "\"a\";\"]\";[2,[3]];{\"k\":[]};null;-1.5e3;}");
	elements("[[]]", "[];");
	elements("{}", "not a JSON array (0)");
	elements("", "not a JSON array (0)");
	elements("[1", "1;it ends too early (2)");
	elements("[", "it ends too early (1)");
	elements("[1,]", "1;not a value (3)");
	elements("[,1]", "not a value (1)");
	elements("[1 2]", "1;an array without comma or end (3)");
	elements("[1}", "1;an array without comma or end (2)");
	elements("[[1}]", "an array without comma or end (3)");
	elements("[\"a]", "a string without its end (4)");
}

/* Every byte at every place of texts of up to 40 bytes. */
static void
places(void)
{
	unsigned plains = 0, escapeds = 0;

	for (size_t n = 1; n <= 40; n++) {
		char *text = xmalloc(n); /* exact: AddressSanitizer sees a read past it */

		for (size_t at = 0; at < n; at++) {
			for (int c = 0; c < 256; c++) {
				memset(text, 'x', n);
				text[at] = (char)c;
				plains += jsonplain((struct span){ text, n }) !=
				    (c < 0x80 && c != '\\');
				escapeds += !roundtrip((struct span){ text, n });
			}
		}
		free(text);
	}
	ok(plains == 0, "jsonplain: %u texts are wrong", plains);
	ok(escapeds == 0, "jsonescape: %u texts do not come back", escapeds);
}

/* Members of an object: of several with one name the last counts, and names may have escapes. */
static void
members(void)
{
	static const char *const names[] = { "a", "b", "c", "d" };
	static const char *const want[] = { "3", "[{\"a\":1}]", "\"x\"", "" };
	struct buf object = { 0 }, stack = { 0 };
	struct span values[4];
	bool good = true;

	bufstr(&object, "{\"a\":1,\"b\":[{\"a\":1}],\"ab\":2,\"\\u0063\":\"x\",\"a\":3,\"\":4}");
	jsonpad(&object);
	jsonmembers(bufall(&object), names, values, 4, &stack);
	for (int i = 0; i < 4; i++) {
		struct span alone = jsonmember(bufall(&object), names[i], &stack);

		good = good && spanis(values[i], want[i]) && alone.p == values[i].p;
	}
	ok(good, "several members of an object at once, and each alone");
	jsonmembers((struct span){ "[1]", 3 }, names, values, 4, &stack);
	ok(values[0].n == 0 && values[3].n == 0, "an array has no members");
	free(object.p);
	free(stack.p);
}

/* The members of objects in several forms are those that jsonnext finds. */
static void
memberforms(void)
{
	static const char *const names[] = { "a", "grid", "kind", "" };
	static const char *const objects[] = {
		"{}", " {\"a\":1}", "{ }", "{\"a\":-1.5e+7}", "{\"a\":1 ,\"kind\":2}",
		"{\"a\": true}", "{\"a\" :null,\"grid\":[1,-2.5,3]}",
		"{\"grid\":[],\"a\":[[1],{\"a\":\"]\"}],\"kind\":[1, 2]}",
		"{\"grid\":[true,\"a\"],\"kind\":\"a\\\"b\",\"a\":{\"kind\":\"}\"}}",
		"{\"kinds\":1,\"kin\":2,\"gri\":3,\"b\":4,\"\\u0061\":5}",
		"{\"kind\":\"0123456789abcdef\",\"\":6,\"a\":\"\",\"a\":12345678901234567890}",
		"{\"grid\":{\"a\":1,\"b\":\"}\",\"c\":null},\"kind\":{},\"a\":{ \"x\":1}}",
		"{\"grid\":{\"a\":[{}],\"kind\":2},\"a\":{\"a\":\"\\\"}\",\"b\":1 },\"kind\":3}",
		"{\"a\":\"\\u0022\",\"grid\":[1,2]\n,\"kind\":false}",
	};
	struct buf object = { 0 }, stack = { 0 }, scratch = { 0 };

	for (size_t i = 0; i < sizeof(objects) / sizeof(*objects); i++) {
		struct span values[4], want[4] = { { NULL, 0 } }, key, value;
		bool good = true;
		struct json j;

		object.n = 0;
		bufstr(&object, objects[i]);
		jsonpad(&object);
		jsonmembers(bufall(&object), names, values, 4, &stack);
		jsonopen(&j, object.p, &stack);
		while (*object.p == '{' && jsonnext(&j, &key, &value) > 0)
			for (int k = 0; k < 4; k++)
				if (spanis(jsontext(key, &scratch), names[k]))
					want[k] = value;
		for (int k = 0; k < 4; k++)
			good = good && values[k].p == want[k].p && values[k].n == want[k].n;
		ok(good, "members of %s", objects[i]);
	}
	free(object.p);
	free(stack.p);
	free(scratch.p);
}

int
main(void)
{
	valid();
	invalid();
	controls();
	depth();
	againstoracle();
	prefixes();
	errors();
	arrays();
	texts();
	written();
	everycode();
	cleaned();
	plain();
	members();
	memberforms();
	places();
	skipped();
	integers();
	doubles();
	scan((struct span){ NULL, 0 });
	return tapend();
}
