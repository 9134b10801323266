/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/json.h"
#include "fuzz.h"
#include "stream/event.h"

/* What no program may need for an input of some kilobytes, KiB; AddressSanitizer takes its part of
 * it. */
enum { MOST_MEMORY = 1 << 20 };

/* What no program may need for one, s of processor time. */
enum { MOST_TIME = 10 };

/* The counters of what was covered, which -fsanitize=fuzzer puts into a section of their own. */
extern uint8_t __start___sancov_cntrs[], __stop___sancov_cntrs[];

const char *__asan_default_options(void);
void __real_exit(int status) __attribute__((noreturn));
void __wrap_exit(int status) __attribute__((noreturn));

static bool child;       /* this is the process of a program */
static uint8_t *covered; /* shared with it */
static int streams[3] = { -1, -1, -1 };
static struct buf texts[3];
static jmp_buf back;
static bool calling;
static int called; /* the status that a call ended with */

/* How many there are, in two symbols that the linker makes. */
static size_t
countersize(void)
{
	return (size_t)((uintptr_t)__stop___sancov_cntrs - (uintptr_t)__start___sancov_cntrs);
}

/* A small quarantine keeps the fuzzer small, and so fork quick. */
const char *
__asan_default_options(void)
{
	return "exitcode=99:quarantine_size_mb=4:handle_abort=0";
}

void
__wrap_exit(int status)
{
	if (calling) {
		called = status;
		longjmp(back, 1);
	}
	if (!child)
		__real_exit(status);
	fflush(NULL);
	memcpy(covered, __start___sancov_cntrs, countersize());
	_exit(status);
}

void
fuzzfail(const char *format, ...)
{
	va_list ap;

	fprintf(stderr, "%.*s", (int)texts[STDERR_FILENO].n,
	    texts[STDERR_FILENO].p ? texts[STDERR_FILENO].p : "");
	fputs("== ", stderr);
	va_start(ap, format);
	vfprintf(stderr, format, ap);
	va_end(ap);
	fputc('\n', stderr);
	fflush(stderr);
	abort();
}

/* Makes the files that stand for a program's standard streams, and what it brings its coverage back
 * in. */
static void
prepare(void)
{
	if (covered)
		return;
	covered =
	    mmap(NULL, countersize(), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	for (int i = 0; i < 3; i++)
		streams[i] = memfd_create("fuzz", MFD_CLOEXEC);
	if (covered == MAP_FAILED || streams[0] < 0 || streams[1] < 0 || streams[2] < 0)
		fuzzfail("cannot prepare: %m");
}

/* Fills a stream with a text, and stands at its beginning. */
static void
fill(int fd, struct span text)
{
	if (ftruncate(fd, 0) != 0 || pwrite(fd, text.p, text.n, 0) != (ssize_t)text.n ||
	    lseek(fd, 0, SEEK_SET) != 0)
		fuzzfail("cannot write an input: %m");
}

/* Takes what a program wrote. */
static struct span
taken(int fd)
{
	struct buf *text = &texts[fd];
	off_t n = lseek(streams[fd], 0, SEEK_END);

	text->n = 0;
	memset(bufroom(text, (size_t)n + 1 + JSON_SLACK) + n, 0, 1 + JSON_SLACK);
	if (pread(streams[fd], text->p, (size_t)n, 0) != n)
		fuzzfail("cannot read what was written: %m");
	text->n = (size_t)n;
	return bufall(text);
}

static void
runchild(fuzzmain *program, int argc, char *argv[])
{
	static const struct rlimit limit = { MOST_TIME, MOST_TIME };

	prctl(PR_SET_PDEATHSIG, SIGKILL); /* with the fuzzer, when that finds it too slow */
	setrlimit(RLIMIT_CPU, &limit);
	for (int i = 0; i < 3; i++)
		dup2(streams[i], i);
	child = true;
	exit(program(argc, argv));
}

/* Every line of what a program says is its own. */
static void
checkmessages(struct span err)
{
	struct span name = { err.p, (size_t)(strchrnul(err.p, ':') - err.p) };

	for (const char *line = err.p, *end; line < err.p + err.n; line = end + 1) {
		end = memchr(line, '\n', (size_t)(err.p + err.n - line));
		if (!end || strncmp(line, name.p, name.n + 1) != 0)
			fuzzfail("a message that is not one line");
	}
}

struct fuzzrun
fuzzrun(fuzzmain *program, int argc, char *argv[], struct span input)
{
	struct rusage usage;
	struct fuzzrun run;
	int status;
	pid_t pid;

	prepare();
	fill(streams[0], input);
	fill(streams[1], (struct span){ "", 0 });
	fill(streams[2], (struct span){ "", 0 });
	fflush(NULL);
	pid = fork();
	if (pid == 0)
		runchild(program, argc, argv);
	while (wait4(pid, &status, 0, &usage) < 0)
		if (errno != EINTR)
			fuzzfail("cannot run a program: %m");
	run.out = taken(STDOUT_FILENO);
	run.err = taken(STDERR_FILENO);
	if (WIFSIGNALED(status) && usage.ru_utime.tv_sec + usage.ru_stime.tv_sec >= MOST_TIME - 1)
		fuzzfail("needed %d s", (int)MOST_TIME);
	if (!WIFEXITED(status))
		fuzzfail("killed by signal %d", WTERMSIG(status));
	run.status = (enum status)WEXITSTATUS(status);
	if (run.status != DONE && run.status != FAILED && run.status != USAGE)
		fuzzfail("ended with status %d", (int)run.status);
	if (usage.ru_maxrss > MOST_MEMORY)
		fuzzfail("needed %ld KiB", usage.ru_maxrss);
	if (run.status != DONE && run.err.n == 0)
		fuzzfail("failed without a word");
	if (run.status != USAGE)
		checkmessages(run.err);
	memcpy(__start___sancov_cntrs, covered, countersize());
	return run;
}

static bool
iscontrol(char c)
{
	return (unsigned char)c < ' ' || c == 0x7F;
}

void
fuzzsilent(struct span err)
{
	for (size_t i = 0; i < err.n; i++)
		if (iscontrol(err.p[i]) && err.p[i] != '\n')
			fuzzfail("a control character in a message");
}

/* The bytes of the first line, without its newline. */
static size_t
firstline(struct span input)
{
	const char *end = input.n > 0 ? memchr(input.p, '\n', input.n) : NULL;

	return end ? (size_t)(end - input.p) : input.n;
}

int
fuzzwords(char *line, const char *parted, const char *name, char *words[FUZZ_WORDS])
{
	char *save;
	int count = 1;

	words[0] = (char *)(uintptr_t)name;
	for (char *word = strtok_r(line, parted, &save); word && count < FUZZ_WORDS - 1;
	     word = strtok_r(NULL, parted, &save))
		words[count++] = word;
	words[count] = NULL;
	return count;
}

struct fuzzrun
fuzzstream(fuzzmain *program, const char *name, struct span input)
{
	size_t n = firstline(input), skip = n + (n < input.n);
	char *line = fuzzcopy((struct span){ input.p, n }), *words[FUZZ_WORDS];
	int count = fuzzwords(line, "\t", name, words);
	struct fuzzrun run =
	    fuzzrun(program, count, words, (struct span){ input.p + skip, input.n - skip });
	/* The message quotes the command line, which is the user's own, as may that about a file it
	 * names. */
	bool own = run.status == USAGE;

	for (size_t i = 0; i < n; i++)
		own = own || (iscontrol(input.p[i]) && input.p[i] != '\t');
	if (!own)
		fuzzsilent(run.err);
	free(line);
	return run;
}

/* Whether a word is, or may be taken for, an option that prints something else than a stream. */
static bool
asks(struct span word)
{
	static const char *const options[] = { "--help", "--version", "--options", "--describe" };

	word.n = strnlen(word.p, word.n); /* as the program takes it */
	if (word.n < 2 || word.p[0] != '-')
		return memmem(word.p, word.n, "help", 4);
	if (word.p[1] != '-')
		return memchr(word.p, 'h', word.n) || memchr(word.p, 'V', word.n);
	for (size_t i = 0; i < sizeof(options) / sizeof(*options); i++) {
		size_t n = strlen(options[i]);

		if (word.n > 2 && strncmp(word.p, options[i], word.n < n ? word.n : n) == 0)
			return true;
	}
	return memmem(word.p, word.n, "help", 4);
}

bool
fuzzasks(struct span input)
{
	size_t n = firstline(input);

	for (size_t i = 0, end; i < n; i = end + 1) {
		for (end = i; end < n && input.p[end] != '\t'; end++)
			;
		if (asks((struct span){ input.p + i, end - i }))
			return true;
	}
	return false;
}

bool
fuzzhard(struct span input)
{
	for (size_t i = 1; i < firstline(input); i++)
		if ((input.p[i - 1] == '{' || input.p[i - 1] == '\\') &&
		    ((input.p[i] >= '0' && input.p[i] <= '9') || input.p[i] == ','))
			return true;
	return false;
}

enum status
fuzzcall(void (*call)(void *), void *arg)
{
	static FILE *silent;
	FILE *was = stderr;

	if (!silent)
		silent = fopen("/dev/null", "w");
	called = DONE;
	calling = true;
	stderr = silent;
	if (setjmp(back) == 0)
		call(arg);
	stderr = was;
	calling = false;
	return (enum status)called;
}

char *
fuzzcopy(struct span input)
{
	char *copy = xmalloc(input.n + 1 + JSON_SLACK);

	if (input.n > 0)
		memcpy(copy, input.p, input.n);
	memset(copy + input.n, 0, 1 + JSON_SLACK);
	return copy;
}

bool
fuzzutf8(struct span s)
{
	const unsigned char *p = (const unsigned char *)s.p, *end = p + s.n;

	while (p < end) {
		int more = *p < 0x80          ? 0
		    : *p >= 0xC2 && *p < 0xE0 ? 1
		    : *p >= 0xE0 && *p < 0xF0 ? 2
		    : *p >= 0xF0 && *p < 0xF5 ? 3
		                              : -1;

		if (more < 0 || end - p <= more || (*p == 0xE0 && p[1] < 0xA0) ||
		    (*p == 0xED && p[1] > 0x9F) || (*p == 0xF0 && p[1] < 0x90) ||
		    (*p == 0xF4 && p[1] > 0x8F))
			return false;
		for (p++; more > 0; more--, p++)
			if ((*p & 0xC0) != 0x80)
				return false;
	}
	return true;
}

void
fuzzjson(struct span text)
{
	struct buf stack = { 0 };
	const char *end = jsonskip(jsonspace(text.p), &stack);

	free(stack.p);
	if (!end || end > text.p + text.n || jsonspace(end) < text.p + text.n)
		fuzzfail("not JSON: %.*s", (int)text.n, text.p);
}

/* How long an event is, for the order at equal times: the longer comes first. */
static int64_t
length(const struct event *ev)
{
	if (evisopen(ev))
		return INT64_MAX;
	return evhas(ev, KEY_DUR) ? ev->number[KEY_DUR] : -1;
}

/* The last record of a stream: its time, and how long it is if it is an event. */
struct place {
	int64_t ts, length; /* ns */
};

static const struct place beginning = { INT64_MIN, INT64_MAX };

/* Goes on to a record. Returns false if it is out of order: at equal times, longer events come
 * first. */
static bool
follows(struct place *p, const struct event *ev)
{
	bool control = evfamily(ev->type) == FAMILY_CONTROL;
	struct place now = { ev->number[KEY_TS], control ? INT64_MAX : length(ev) };
	bool ordered = now.ts > p->ts || (now.ts == p->ts && (control || now.length <= p->length));

	if (control && now.ts == p->ts)
		now.length = p->length;
	*p = now;
	return ordered;
}

bool
fuzzordered(struct span stream)
{
	struct buf stack = { 0 };
	struct parseerror error;
	struct event ev;
	struct place place = beginning;
	bool ordered = true;

	for (const char *line = stream.p, *stop = stream.p + stream.n, *end; ordered && line < stop;
	     line = end + 1) {
		size_t n;
		char *copy;

		end = memchr(line, '\n', (size_t)(stop - line));
		end = end ? end : stop;
		n = (size_t)(end - line);
		copy = fuzzcopy((struct span){ line, n });
		ordered = !evparse(&ev, (struct span){ copy, n }, 0, &stack, &error) ||
		    follows(&place, &ev);
		free(copy);
		if (end == stop)
			break;
	}
	free(stack.p);
	return ordered;
}

void
fuzzevents(struct span text, bool ordered, bool whole)
{
	struct buf stack = { 0 };
	struct parseerror error;
	struct event ev;
	struct place place = beginning;
	int64_t records = 0, counted, headers = 0, ends = 0;

	for (char *line = (char *)(uintptr_t)text.p, *end; line < text.p + text.n; line = end + 1) {
		char *copy;

		end = memchr(line, '\n', (size_t)(text.p + text.n - line));
		if (!end)
			fuzzfail("a last line that is cut: %s", line);
		copy = fuzzcopy((struct span){ line, (size_t)(end - line) });
		if (!evparse(&ev, (struct span){ copy, (size_t)(end - line) }, 0, &stack, &error))
			fuzzfail("%s (byte %zu): %s", error.why, error.at, copy);
		headers += ev.type == TYPE_HEADER;
		if (ev.type == TYPE_END) {
			ends++;
			if (whole &&
			    (!jsonint(ev.value[KEY_EVENTS], &counted) || counted != records))
				fuzzfail("%lld records before: %s", (long long)records, copy);
			records = 0;
		} else if (ev.type != TYPE_HEADER) {
			records++;
		}
		if (!follows(&place, &ev) && ordered)
			fuzzfail("out of order: %s", copy);
		free(copy);
	}
	free(stack.p);
	if (whole && headers > ends)
		fuzzfail("%lld headers and %lld end records", (long long)headers, (long long)ends);
}
