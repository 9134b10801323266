/* SPDX-License-Identifier: MIT */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/err.h"
#include "base/printable.h"
#include "progress.h"
#include "stream/stream.h"

/* The number of events between two looks at the clock, and the age in ns at which the line is
 * renewed. */
enum { EVENTS = 4096, RENEW = 200000000 };

static int terminal = STDERR_FILENO;
static bool shown; /* the line is on the terminal */

/* Returns the fraction of the work that is done, from 0 to 1; below 0 if unknown. */
static double
fraction(const struct progress *p, uint64_t done)
{
	if (p->share)
		return p->share(p->arg);
	return p->total > 0 ? (double)done / (double)p->total : 1;
}

/* Writes the line with one write(2), cut to the width of the terminal, since a wrapped line cannot
 * be erased. The cursor returns to the first column, where the next message of any program erases
 * it. */
static void
progressdraw(const struct progress *p, uint64_t done)
{
	double seconds = (double)(p->shown - p->start) / (double)CLOCK_SECOND,
	       rate = seconds > 0 ? (double)done / seconds : 0, part = fraction(p, done);
	const char *slash = strrchr(p->name, '/');
	struct buf line = { 0 };
	struct winsize size;

	bufprintf(&line, "%s: %s: %llu ", errprogram(), slash ? slash + 1 : p->name,
	    (unsigned long long)done);
	if (!p->share)
		bufprintf(&line, "of %llu ", (unsigned long long)p->total);
	bufstr(&line, "events");
	if (part >= 0)
		bufprintf(&line, ", %.0f %%", 100 * part);
	if (rate > 0)
		bufprintf(&line, ", %.0f events/s", rate);
	if (rate > 0 && part > 0)
		bufprintf(&line, ", %.0f s left", seconds * (1 - part) / part);
	for (size_t i = 0, n; i < line.n; i += n)
		if (!isprintable(utf8decode((struct span){ line.p + i, line.n - i }, &n)))
			memset(line.p + i, '?', n);
	if (ioctl(terminal, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 &&
	    line.n >= size.ws_col)
		line.n = size.ws_col - 1u;
	shown = true;
	dprintf(terminal, "\r\033[K%.*s\r", (int)line.n, line.p);
	free(line.p);
}

/* At exit: a message that goes elsewhere has not erased the line. */
static void
progresserase(void)
{
	if (shown)
		dprintf(terminal, "\r\033[K");
}

void
progresssetfd(int fd)
{
	terminal = fd;
	(void)atexit(progresserase);
}

void
progressstart(struct progress *p, const char *name, uint64_t total)
{
	*p = (struct progress){ .name = name, .total = total, .next = UINT64_MAX };
	if (!errterminal(terminal))
		return;
	p->next = EVENTS;
	p->start = p->shown = clocknow();
	progressdraw(p, 0);
}

void
progressstartinput(struct progress *p, const char *name, double (*part)(const void *arg),
    const void *arg)
{
	*p = (struct progress){
		.name = name, .share = part, .arg = arg, .next = UINT64_MAX };
	if (!errterminal(terminal))
		return;
	p->next = EVENTS;
	p->start = clocknow();
	p->shown = p->start + CLOCK_SECOND - RENEW;
}

void
progressshow(struct progress *p, uint64_t done)
{
	int64_t t = clocknow();

	p->next = done + EVENTS;
	if (t - p->shown < RENEW)
		return;
	p->shown = t;
	progressdraw(p, done);
}

void
progressend(struct progress *p)
{
	if (p->next != UINT64_MAX)
		dprintf(terminal, "\r\033[K");
	shown = false;
	p->next = UINT64_MAX;
}

double
progressfilesfraction(const void *files)
{
	const struct progressfiles *f = files;
	double read = 0, all = 0;

	for (size_t i = 0; i < f->count; i++) {
		off_t at = lseek(f->fds[i], 0, SEEK_CUR);
		struct stat st;

		if (at < 0 || fstat(f->fds[i], &st) != 0 || !S_ISREG(st.st_mode))
			return -1;
		read += (double)at;
		all += (double)st.st_size;
	}
	return all > 0 ? read / all : -1;
}

/* A stage that counts events and passes them on. */
struct progressstage {
	struct stage stage;
	struct progress progress;
	uint64_t events;
};

static void
progressevent(struct stage *stage, struct event *ev)
{
	struct progressstage *w = (struct progressstage *)stage;

	stagegive(stage, ev);
	progressupdate(&w->progress, ++w->events);
}

/* The line is erased before the stages behind write the rest of their output. */
static void
progressfinish(struct stage *stage)
{
	progressend(&((struct progressstage *)stage)->progress);
}

enum status
progressrun(struct stage *first, const char *path, bool partial)
{
	bool named = path && strcmp(path, "-") != 0;
	int fd = named ? open(path, O_RDONLY | O_CLOEXEC) : STDIN_FILENO;
	struct progressfiles files = { &fd, 1 };
	struct progressstage w = {
		.stage = { .event = progressevent, .finish = progressfinish,
		    .stop = progressfinish, .next = first } };
	enum status status;
	bool shows;

	if (fd < 0)
		die("%s:", path);
	shows = errterminal(terminal) && progressfilesfraction(&files) >= 0;
	if (shows)
		progressstartinput(&w.progress, streamname(path), progressfilesfraction, &files);
	status = streamfrom(
	    shows ? &w.stage : first, fd, streamname(path), (struct span){ 0 }, partial);
	if (named)
		close(fd);
	return status;
}
