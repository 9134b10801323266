/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/err.h"
#include "chain.h"
#include "io/out.h"
#include "program/spawn.h"

/* Programs that run. */
struct crowd {
	pid_t *pids;     /* 0 once it has ended */
	int *ends;       /* as wait gives them */
	size_t started, ended;
	int signal;      /* the last that came, 0 for none */
	sigset_t before; /* what was blocked */
};

void
chainadd(struct chain *p, const char *program)
{
	GROW(p->commands, p->room, p->count + 1);
	p->commands[p->count++] = (struct command){ 0 };
	chainword(p, program);
}

void
chainword(struct chain *p, const char *word)
{
	struct command *c = &p->commands[p->count - 1];

	GROW(c->words, c->room, c->count + 2);
	c->words[c->count++] = xstrdup(word);
	c->words[c->count] = NULL;
}

/* Writes a word so that a shell takes it for one. */
static void
quote(struct buf *out, const char *word)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
	                            "-_./,:=+@%";

	if (*word && strspn(word, plain) == strlen(word)) {
		bufstr(out, word);
		return;
	}
	bufchar(out, '\'');
	for (; *word; word++)
		if (*word == '\'')
			bufstr(out, "'\\''");
		else
			bufchar(out, *word);
	bufchar(out, '\'');
}

void
chainshow(const struct chain *p, struct buf *out)
{
	for (size_t i = 0; i < p->count; i++) {
		bufstr(out, i > 0 ? " | " : "");
		for (size_t j = 0; j < p->commands[i].count; j++) {
			bufstr(out, j > 0 ? " " : "");
			quote(out, p->commands[i].words[j]);
		}
	}
	if (p->target) {
		bufstr(out, " > ");
		quote(out, p->target);
	}
	bufchar(out, '\n');
}

static void __attribute__((noreturn))
notstarted(const char *program)
{
	if (errno == ENOENT)
		die("%s: not found beside nst, nor in PATH", program);
	die("%s:", program);
}

void
chainbecome(const struct chain *p)
{
	char **words = p->commands[0].words;

	execvp(words[0], words);
	notstarted(words[0]);
}

/* Adds all words of a pipeline to one program, with a | between commands; false where some word is
 * one. */
static bool
chainjoin(const struct chain *p, struct chain *one)
{
	for (size_t i = 0; i < p->count; i++) {
		if (i > 0)
			chainword(one, "|");
		for (size_t j = 0; j < p->commands[i].count; j++) {
			if (strcmp(p->commands[i].words[j], "|") == 0)
				return false;
			chainword(one, p->commands[i].words[j]);
		}
	}
	return true;
}

void
chaintogether(const struct chain *p)
{
	char *folder = spawnfolder();
	struct buf path = { 0 };
	struct chain one = { 0 };

	if (folder && strcmp(p->commands[0].words[0], "nst-dump") == 0) {
		chainadd(&one, "nst-chain");
		bufprintf(&path, "%s/nst-chain", folder);
		if (chainjoin(p, &one))
			execv(path.p, one.commands[0].words);
	}
	free(folder);
	free(path.p);
	chainfree(&one);
}

static void
killall(const struct crowd *c, int signal)
{
	for (size_t i = 0; i < c->started; i++)
		if (c->pids[i] > 0)
			kill(c->pids[i], signal);
}

/* Notes which programs have ended. */
static void
collect(struct crowd *c)
{
	for (size_t i = 0; i < c->started; i++)
		if (c->pids[i] > 0 && waitpid(c->pids[i], &c->ends[i], WNOHANG) == c->pids[i]) {
			c->pids[i] = 0;
			c->ended++;
		}
}

/* Waits until all have ended; a signal goes on to them. */
static void
chainawait(struct crowd *c, const sigset_t *signals)
{
	for (collect(c); c->ended < c->started; collect(c)) {
		int signal = sigwaitinfo(signals, NULL);

		if (signal <= 0 || signal == SIGCHLD)
			continue;
		c->signal = signal;
		killall(c, signal);
	}
}

/* Starts all, each reading what the one before it writes; false, errno says why, when one can't
 * be. */
static bool
startall(struct crowd *c, const struct chain *p, size_t *which)
{
	int from = STDIN_FILENO;
	bool started = true;

	for (*which = 0; *which < p->count && started; ++*which) {
		char **words = p->commands[*which].words;
		int ends[2] = { -1, p->output > 0 ? p->output : STDOUT_FILENO };
		bool last = *which == p->count - 1;

		started = last || pipe2(ends, O_CLOEXEC) == 0;
		if (started) {
			errno = spawnprogram(
			    &c->pids[*which], words[0], words, from, ends[1], &c->before);
			started = errno == 0;
		}
		c->started += started;
		if (from != STDIN_FILENO)
			close(from);
		if (!last && ends[1] >= 0)
			close(ends[1]);
		from = ends[0];
		if (!started)
			break;
	}
	return started;
}

/* Ends this program as the signal would. */
static void
endby(int signal)
{
	struct sigaction usual = { .sa_handler = SIG_DFL };
	sigset_t one;

	(void)sigemptyset(&one);
	(void)sigaddset(&one, signal);
	(void)sigaction(signal, &usual, NULL);
	(void)sigprocmask(SIG_UNBLOCK, &one, NULL);
	(void)raise(signal);
}

/* The status of a pipeline from those of its programs. */
static int
verdict(const struct crowd *c, const struct chain *p)
{
	int status = 0;

	for (size_t i = c->started; i-- > 0;) {
		int end = c->ends[i], signal = WIFSIGNALED(end) ? WTERMSIG(end) : 0;
		bool last = i == c->started - 1;

		/* a reader that had enough is no failure of who wrote */
		if (signal > 0 && (last || signal != SIGPIPE))
			status = 128 + signal;
		else if (signal == 0 && WEXITSTATUS(end) != 0)
			status = WEXITSTATUS(end);
		if (signal > 0 && signal != SIGPIPE && signal != c->signal)
			warn("%s: killed by %s", p->commands[i].words[0], strsignal(signal));
		if (last && signal == SIGPIPE)
			endby(SIGPIPE);
		if (last && status != 0)
			return status;
	}
	return status;
}

/* The signals that are passed on, without those that are ignored here, and the end of a child. */
static void
passed(sigset_t *signals)
{
	static const int those[] = { SIGHUP, SIGINT, SIGQUIT, SIGTERM };
	struct sigaction usual = { .sa_handler = SIG_DFL }, now;

	(void)sigemptyset(signals);
	(void)sigaction(SIGCHLD, &usual, NULL);
	(void)sigaddset(signals, SIGCHLD);
	for (size_t i = 0; i < sizeof(those) / sizeof(*those); i++)
		if (sigaction(those[i], NULL, &now) == 0 && now.sa_handler != SIG_IGN)
			(void)sigaddset(signals, those[i]);
}

int
chainrun(const struct chain *p)
{
	struct crowd crowd = { 0 };
	sigset_t signals;
	size_t failed;
	int status;

	crowd.pids = xzalloc(p->count, sizeof(*crowd.pids));
	crowd.ends = xzalloc(p->count, sizeof(*crowd.ends));
	passed(&signals);
	(void)sigprocmask(SIG_BLOCK, &signals, &crowd.before);
	if (!startall(&crowd, p, &failed)) {
		int reason = errno;

		killall(&crowd, SIGTERM);
		crowd.signal = SIGTERM;
		chainawait(&crowd, &signals);
		errno = reason;
		notstarted(p->commands[failed].words[0]);
	}
	chainawait(&crowd, &signals);
	(void)sigprocmask(SIG_SETMASK, &crowd.before, NULL);
	if (crowd.signal)
		endby(crowd.signal);
	status = verdict(&crowd, p);
	free(crowd.pids);
	free(crowd.ends);
	return status;
}

void
chainfree(struct chain *p)
{
	for (size_t i = 0; i < p->count; i++) {
		for (size_t j = 0; j < p->commands[i].count; j++)
			free(p->commands[i].words[j]);
		free(p->commands[i].words);
	}
	free(p->commands);
	*p = (struct chain){ 0 };
}
