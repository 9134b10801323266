/* SPDX-License-Identifier: MIT */
/* report/file.h and stringids.h: a container and its blocks; each of its parts wrong in turn. */
#include <regex.h>

#include "base/err.h"
#include "made.h"
#include "report/stringids.h"
#include "report/wire.h"
#include "tap.h"

/* How the parts of a report are spoilt before they are put together, or the whole is after that. */
struct spoilt {
	const char *what;
	void (*parts)(struct madesection *s);
	void (*whole)(struct buf *file);
	const char *pattern; /* what is said of it */
};

/* A report of two blocks, strings and threads. */
static void
fill(struct made *m)
{
	madestring(m, "one");
	madestring(m, "two");
	for (int i = 0; i < 20; i++) {
		if (i == 10)
			madeblock(m);
		madecall(m, 48, 0, (uint64_t)i, 1);
	}
	protobytes(&m->threads, 1, spanof("\x10\x01"));
	m->threadcount = 1;
}

/* Opens a report and reads all of it. */
static void
readall(const void *arg)
{
	struct repscratch scratch = { { 0 }, { 0 } };
	struct repsearch none = { NULL, NULL, 0 };
	struct repstrings strings;
	struct repfile f;

	errinit("repfile");
	repfileopen(&f, arg);
	for (size_t i = 0; i < f.count; i++)
		printf("%zu\n", repfileblock(&f, &f.blocks[i], &scratch).n);
	repstringsopen(&strings, &f, &none);
	printf("%llu strings\n", (unsigned long long)strings.count);
	repstringsclose(&strings);
	repscratchfree(&scratch);
	repfileclose(&f);
}

/* Replaces the bytes of a buffer. */
static void
replace(struct buf *b, const char *bytes, size_t n)
{
	b->n = 0;
	bufmem(b, bytes, n);
}

/* Where a section begins behind its mark, header and chunk header: the first block. */
static size_t
firstblock(const struct buf *raw)
{
	size_t at = 8;

	for (int i = 0; i < 2; i++)
		at += 1 + (unsigned char)raw->p[at]; /* both are short */
	return at;
}

static void
nomark(struct madesection *s)
{
	s[MADE_RAW].bytes.p[0] = 'X';
}

static void
noevents(struct madesection *s)
{
	s[MADE_RAW].name = "Raw";
}

static void
short_(struct madesection *s)
{
	s[MADE_RAW].bytes.n = 7;
}

static void
twice(struct madesection *s)
{
	s[MADE_UI].name = "Raw Sampling Data";
}

static void
offsets(struct madesection *s, uint64_t strings, uint64_t third)
{
	s[MADE_OFFSETS].bytes.n = 0;
	protobytes(&s[MADE_OFFSETS].bytes, 1, spanof("lz4"));
	protouint(&s[MADE_OFFSETS].bytes, 2, strings);
	if (third > 0)
		protouint(&s[MADE_OFFSETS].bytes, 3, third);
}

static void
stringsbehind(struct madesection *s)
{
	offsets(s, s[MADE_RAW].bytes.n, 0);
}

static void
stringshuge(struct madesection *s)
{
	offsets(s, UINT64_MAX, 0);
}

static void
stringsbefore(struct madesection *s)
{
	offsets(s, 1, 0);
}

static void
stringsinside(struct madesection *s)
{
	offsets(s, firstblock(&s[MADE_RAW].bytes) - 8 + 3, 0);
}

static void
thirdinside(struct madesection *s)
{
	offsets(s, firstblock(&s[MADE_RAW].bytes) - 8, 5);
}

static void
nooffset(struct madesection *s)
{
	replace(&s[MADE_OFFSETS].bytes, "\x0A\x03lz4", 5);
}

static void
otherpacker(struct madesection *s)
{
	memcpy(memmem(s[MADE_RAW].bytes.p, s[MADE_RAW].bytes.n, "lz4", 3), "zip", 3);
}

static void
badoffsets(struct madesection *s)
{
	replace(&s[MADE_OFFSETS].bytes, "\x0A\x63lz4", 5);
}

static void
badheader(struct madesection *s)
{
	struct buf raw = { 0 };

	bufstr(&raw, "QDTEXT00\x02\x0A\x63"); /* a header of a field that is cut */
	bufmem(&raw, s[MADE_RAW].bytes.p + 9, s[MADE_RAW].bytes.n - 9);
	free(s[MADE_RAW].bytes.p);
	s[MADE_RAW].bytes = raw;
	offsets(s, wireuint(bufall(&s[MADE_OFFSETS].bytes), 2, 0) + 2, 0);
}

static void
longheader(struct madesection *s)
{
	s[MADE_RAW].bytes.p[8] = 0x7F;
	s[MADE_RAW].bytes.n = 60;
	offsets(s, 0, 0);
}

static void
cutlength(struct madesection *s)
{
	replace(&s[MADE_RAW].bytes, "QDTEXT00\xFF\xFF", 10);
	offsets(s, 0, 0);
}

/* Puts another block where the first one is, and lets the strings begin behind it. */
static void
block(struct madesection *s, const char *bytes, size_t n)
{
	size_t at = firstblock(&s[MADE_RAW].bytes);
	uint64_t strings = wireuint(bufall(&s[MADE_OFFSETS].bytes), 2, 0) + 8;
	struct buf raw = { 0 };

	bufmem(&raw, s[MADE_RAW].bytes.p, at);
	bufmem(&raw, bytes, n);
	offsets(s, raw.n - 8, 0);
	bufmem(&raw, s[MADE_RAW].bytes.p + strings, s[MADE_RAW].bytes.n - strings);
	free(s[MADE_RAW].bytes.p);
	s[MADE_RAW].bytes = raw;
}

static void
bomb(struct madesection *s)
{
	block(s, "\x04\xFF\xFF\xFF\xFF\x0Fxxxx", 10); /* 4 GB - 1 out of 4 bytes */
}

static void
largeratio(struct madesection *s)
{
	block(s, "\x04\x80\x10xxxx", 7); /* 2,048 out of 4 */
}

static void
smallratio(struct madesection *s)
{
	block(s, "\x40\x01xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx", 66);
}

static void
longblock(struct madesection *s)
{
	block(s, "\x05\x08xxxx", 6);
}

static void
rubbish(struct madesection *s)
{
	block(s, "\x04\x08\xFF\xFF\xFF\xFF", 6);
}

static void
otherlength(struct madesection *s)
{
	block(s, "\x05\x04\x40\x02\x08\x01\x08", 7); /* a message of 2 bytes, and 3 are there */
}

static void
emptyblock(struct madesection *s)
{
	block(s, "\x01\x00\x00", 3);
}

/* One block more than there may be, all empty. */
static void
manyblocks(struct madesection *s)
{
	size_t n = 2 * ((size_t)REP_BLOCKS + 1);
	char *bytes = xzalloc(n, 1);

	block(s, bytes, n);
	free(bytes);
}

static void
said(struct madesection *s)
{
	struct buf b = { 0 };

	madepack(&b, spanof("\x08\x01"), 5);
	block(s, b.p, b.n);
	free(b.p);
}

static void
trailing(struct madesection *s)
{
	bufchar(&s[MADE_RAW].bytes, '\0');
}

static void
nodirectory(struct buf *file)
{
	memset(file->p + file->n - 16, 0xFF, 8);
}

static void
directoryatend(struct buf *file)
{
	uint64_t at = file->n - 16;

	for (int i = 0; i < 8; i++)
		file->p[at + (size_t)i] = (char)(at >> 8 * i);
}

static void
directoryelsewhere(struct buf *file)
{
	memset(file->p + file->n - 16, 0, 8);
	file->p[file->n - 16] = 1;
}

static void
noend(struct buf *file)
{
	file->p[file->n - 1] = '[';
}

static void
lineend(struct buf *file)
{
	bufchar(file, '\n');
}

/* Makes a number of the directory's first section huge. */
static void
outside(struct buf *file, char tag)
{
	unsigned char bytes[8];
	size_t at = 0;
	char *p;

	memcpy(bytes, file->p + file->n - 16, sizeof(bytes));
	for (int i = 7; i >= 0; i--)
		at = at << 8 | bytes[i];
	p = memchr(file->p + at + 20, tag, 20); /* behind the name */
	p[1] |= 0x7F;
	p[2] |= 0x7F;
}

static void
outsideat(struct buf *file)
{
	outside(file, 0x10);
}

static void
outsidesize(struct buf *file)
{
	outside(file, 0x18);
}

static const struct spoilt spoilts[] = {
	{ "no mark before the events", nomark, NULL, "malformed: events of a format" },
	{ "no section with events", noevents, NULL, "malformed: a report without events" },
	{ "events too short for a mark", short_, NULL, "malformed: offsets outside" },
	{ "two sections of a name", twice, NULL, "malformed: a directory with a section twice" },
	{ "strings behind the events", stringsbehind, NULL, "malformed: offsets outside" },
	{ "strings far behind", stringshuge, NULL, "malformed: offsets outside" },
	{ "strings before the events", stringsbefore, NULL, "malformed: strings before" },
	{ "strings inside a block", stringsinside, NULL, "malformed: a block longer" },
	{ "a third block before all", thirdinside, NULL, "malformed: " },
	{ "no offset of strings", nooffset, NULL, "malformed: offsets outside" },
	{ "another packer", otherpacker, NULL, "malformed: blocks of a format" },
	{ "offsets that are cut", badoffsets, NULL, "malformed: a message of no fields" },
	{ "a header that is cut", badheader, NULL, "malformed: a message of no fields" },
	{ "a header longer than all", longheader, NULL, "malformed: a message longer" },
	{ "a length that is cut", cutlength, NULL, "malformed: a length that is cut" },
	{ "a bomb", bomb, NULL, "malformed: a block is too large" },
	{ "a block that LZ4 cannot make", largeratio, NULL, "malformed: a block that cannot have" },
	{ "a block that grew by packing", smallratio, NULL, "malformed: a block that cannot have" },
	{ "a block longer than all", longblock, NULL, "malformed: a block longer" },
	{ "a block of rubbish", rubbish, NULL, "malformed: a block that cannot be unpacked" },
	{ "a block of another length", said, NULL, "malformed: a block that cannot be unpacked" },
	{ "a message shorter than its block", otherlength, NULL, "malformed: a block with a mess" },
	{ "too many blocks", manyblocks, NULL, "malformed: too many blocks" },
	{ "a block without a message", emptyblock, NULL, "malformed: a block with a message" },
	{ "a byte behind all", trailing, NULL, "malformed: something behind" },
	{ "a directory outside", NULL, nodirectory, "malformed: its directory is outside" },
	{ "a directory at the end", NULL, directoryatend, "malformed: its directory is outside" },
	{ "a directory of other bytes", NULL, directoryelsewhere, "malformed: its directory" },
	{ "no end mark", NULL, noend, "truncated" },
	{ "a line end behind it", NULL, lineend, "truncated" },
	{ "a section that begins outside", NULL, outsideat, "a section outside" },
	{ "a section that ends outside", NULL, outsidesize, "a section outside" },
};

static bool
matches(const char *text, const char *pattern)
{
	regex_t re;
	bool found;

	if (regcomp(&re, pattern, REG_EXTENDED | REG_NOSUB) != 0)
		return false;
	found = regexec(&re, text, 0, NULL, 0) == 0;
	regfree(&re);
	return found;
}

/* Whether reading a file of these bytes ends as it should, with one line that says why. */
static void
fails(const char *what, struct span bytes, const char *pattern)
{
	char *path = childfile(bytes);
	struct child c = childrun(readall, path, NULL);

	ok(c.status == FAILED && matches(c.err.p, pattern) &&
	        memchr(c.err.p, '\n', c.err.n) == c.err.p + c.err.n - 1,
	    "%s: %d %s", what, c.status, c.err.p);
	childfree(&c);
	childremove(path);
}

static void
spoil(void)
{
	for (size_t i = 0; i < sizeof(spoilts) / sizeof(*spoilts); i++) {
		struct madesection s[MADE_SECTIONS] = { { 0 } };
		struct made m = { 0 };
		struct buf file = { 0 };

		fill(&m);
		madesections(&m, s);
		if (spoilts[i].parts)
			spoilts[i].parts(s);
		madebox(&file, s, MADE_SECTIONS);
		if (spoilts[i].whole)
			spoilts[i].whole(&file);
		fails(spoilts[i].what, bufall(&file), spoilts[i].pattern);
		for (size_t j = 0; j < MADE_SECTIONS; j++)
			free(s[j].bytes.p);
		free(file.p);
		madefree(&m);
	}
}

/* A report, and each of its beginnings. */
static void
whole(void)
{
	struct madesection s[MADE_SECTIONS] = { { 0 } };
	struct made m = { 0 };
	struct buf file = { 0 };
	struct child c;
	size_t good = 0;
	char *path;

	fill(&m);
	madesections(&m, s);
	madebox(&file, s, MADE_SECTIONS);
	path = childfile(bufall(&file));
	c = childrun(readall, path, NULL);
	ok(c.status == DONE && matches(c.out.p, "^[0-9]+\n[0-9]+\n2 strings\n$") && c.err.n == 0,
	    "two blocks and two strings: %s%s", c.out.p, c.err.p);
	childfree(&c);
	childremove(path);
	for (size_t n = 0; n < file.n; n++) {
		path = childfile((struct span){ file.p, n });
		c = childrun(readall, path, NULL);
		good += c.status == FAILED && c.out.n == 0 && c.err.n > 0;
		childfree(&c);
		childremove(path);
	}
	ok(good == file.n, "cut behind each of its %zu bytes: refused", file.n);
	for (size_t j = 0; j < MADE_SECTIONS; j++)
		free(s[j].bytes.p);
	free(file.p);
	madefree(&m);
}

/* Files that are no reports at all. */
static void
others(void)
{
	struct child c;

	fails("an empty file", (struct span){ "", 0 }, "the file is empty");
	fails("a text", spanof("NVIDIA Tegra Profiler Repor"), "not an Nsight Systems report");
	fails("the magic alone", spanof("NVIDIA Tegra Profiler Report 1."), "truncated");
	fails("a database", (struct span){ "SQLite format 3\0and more of it, for a while", 40 },
	    "an SQLite database, not a report");
	c = childrun(readall, "/nonexistent/report", NULL);
	ok(c.status == FAILED && matches(c.err.p, "No such file"), "no file: %s", c.err.p);
	childfree(&c);
	c = childrun(readall, "/dev/null", NULL);
	ok(c.status == FAILED && matches(c.err.p, "not a regular file"), "a device: %s", c.err.p);
	childfree(&c);
}

/* Strings of all lengths, found by their numbers and by their bytes. */
static void
strings(void)
{
	uint64_t ids[3];
	struct repsearch search = { (const char *const[]){ "301", "300", "0" }, ids, 3 };
	struct made m = { 0 };
	struct repstrings s;
	struct repfile f;
	char *path;
	int wrong = 0;

	for (int i = 0; i < 1000; i++) {
		struct buf text = { 0 };

		for (int j = 0; j < i % 300; j++)
			bufchar(&text, (char)(i + j));
		bufuint(&text, (uint64_t)i);
		protobytes(&m.strings, 1, bufall(&text));
		m.stringcount++;
		free(text.p);
	}
	protobytes(&m.strings, 2, spanof("\x08\x01")); /* something else */
	path = madefile(&m);
	repfileopen(&f, path);
	repstringsopen(&s, &f, &search);
	ok(s.count == 1000, "a thousand strings");
	for (uint64_t i = 0; i < s.count; i++) {
		struct span text = repstring(&s, i);
		struct buf number = { 0 };

		bufuint(&number, i);
		wrong += text.n != i % 300 + number.n ||
		    memcmp(text.p + text.n - number.n, number.p, number.n) != 0;
		free(number.p);
	}
	ok(wrong == 0, "each has its bytes");
	ok(!repstring(&s, 1000).p && !repstring(&s, UINT64_MAX).p, "there are no others");
	ok(ids[0] == REP_NOSTRING && ids[1] == 300 && ids[2] == 0, "found by their bytes");
	repstringsclose(&s);
	repfileclose(&f);
	childremove(path);
	madefree(&m);
}

int
main(void)
{
	whole();
	spoil();
	others();
	strings();
	return tapend();
}
