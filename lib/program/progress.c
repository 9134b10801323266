/* SPDX-License-Identifier: MIT */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/err.h"
#include "progress.h"
#include "stream/stream.h"

/* The clock is read once in so many events, and the line renewed after so many nanoseconds. */
enum { EVENTS = 4096, RENEW = 200000000 };

static int terminal = STDERR_FILENO;
static bool shown; /* a line is there */

/* How much of the work is done, from 0 to 1; below 0 where nobody knows. */
static double
share(const struct progress *p, uint64_t done)
{
	if (p->share)
		return p->share(p->arg);
	return p->total > 0 ? (double)done / (double)p->total : 1;
}

/* Writes the line in one go, no longer than the terminal is wide: what wraps can't be taken away.
 * Then the cursor goes back to its beginning, where the next message of any program erases it. */
static void
draw(const struct progress *p, uint64_t done)
{
	double seconds = (double)(p->shown - p->start) / (double)CLOCK_SECOND,
	       rate = seconds > 0 ? (double)done / seconds : 0, part = share(p, done);
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
	for (size_t i = 0; i < line.n; i++)
		if ((unsigned char)line.p[i] < ' ' || line.p[i] == 0x7F)
			line.p[i] = '?';
	if (ioctl(terminal, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 &&
	    line.n >= size.ws_col)
		line.n = size.ws_col - 1u;
	shown = true;
	dprintf(terminal, "\r\033[K%.*s\r", (int)line.n, line.p);
	free(line.p);
}

/* Messages that go to another place do not take the line away when they end the program. */
static void
erase(void)
{
	if (shown)
		dprintf(terminal, "\r\033[K");
}

void
progresssetfd(int fd)
{
	terminal = fd;
	(void)atexit(erase);
}

void
progressstart(struct progress *p, const char *name, uint64_t total)
{
	*p = (struct progress){ .name = name, .total = total, .next = UINT64_MAX };
	if (!errterminal(terminal))
		return;
	p->next = EVENTS;
	p->start = p->shown = clocknow();
	draw(p, 0);
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
	draw(p, done);
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

/* A stage that counts, and changes nothing. */
struct watch {
	struct stage stage;
	struct progress progress;
	uint64_t events;
};

static void
watch(struct stage *stage, struct event *ev)
{
	struct watch *w = (struct watch *)stage;

	stagegive(stage, ev);
	progressupdate(&w->progress, ++w->events);
}

/* Nothing is written before the events have ended: the line goes first. */
static void
unwatch(struct stage *stage)
{
	progressend(&((struct watch *)stage)->progress);
}

enum status
progressrun(struct stage *first, const char *path, bool partial)
{
	bool named = path && strcmp(path, "-") != 0;
	int fd = named ? open(path, O_RDONLY | O_CLOEXEC) : STDIN_FILENO;
	struct progressfiles files = { &fd, 1 };
	struct watch w = {
		.stage = { .event = watch, .finish = unwatch, .stop = unwatch, .next = first } };
	enum status status;
	bool watched;

	if (fd < 0)
		die("%s:", path);
	watched = errterminal(terminal) && progressfilesfraction(&files) >= 0;
	if (watched)
		progressstartinput(&w.progress, streamname(path), progressfilesfraction, &files);
	status = streamfrom(
	    watched ? &w.stage : first, fd, streamname(path), (struct span){ 0 }, partial);
	if (named)
		close(fd);
	return status;
}
