/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/err.h"
#include "io/out.h"
#include "pipeline.h"
#include "subprocess.h"

/* The running programs of a pipeline. */
struct processes {
	pid_t *pids;     /* 0 after it has ended */
	int *statuses;     /* as waitpid returns them */
	size_t started, ended;
	int signal;      /* the last signal to forward, or 0 */
	sigset_t before; /* the signal mask before */
};

void
pipelineadd(struct pipeline *p, const char *program)
{
	GROW(p->commands, p->room, p->count + 1);
	p->commands[p->count++] = (struct command){ 0 };
	pipelineword(p, program);
}

char *
pipelinebeside(const char *program)
{
	char *folder = subprocessfolder();
	struct buf path = { 0 };

	if (folder)
		bufprintf(&path, "%s/%s", folder, program);
	free(folder);
	if (path.n > 0 && access(path.p, X_OK) == 0)
		return path.p;
	free(path.p);
	return xstrdup(program);
}

void
pipelineword(struct pipeline *p, const char *word)
{
	struct command *c = &p->commands[p->count - 1];

	GROW(c->words, c->room, c->count + 2);
	c->words[c->count++] = xstrdup(word);
	c->words[c->count] = NULL;
}

/* Writes a word with the quotes that a shell needs. */
static void
shellquote(struct buf *out, const char *word)
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
pipelineshow(const struct pipeline *p, struct buf *out)
{
	for (size_t i = 0; i < p->count; i++) {
		bufstr(out, i > 0 ? " | " : "");
		for (size_t j = 0; j < p->commands[i].count; j++) {
			bufstr(out, j > 0 ? " " : "");
			shellquote(out, p->commands[i].words[j]);
		}
	}
	if (p->target) {
		bufstr(out, " > ");
		shellquote(out, p->target);
	}
	bufchar(out, '\n');
}

static void __attribute__((noreturn))
dienotstarted(const char *program)
{
	if (errno == ENOENT)
		die("%s: not found beside nst, nor in PATH", program);
	die("%s:", program);
}

void
pipelineexec(const struct pipeline *p)
{
	char **words = p->commands[0].words;

	execvp(words[0], words);
	dienotstarted(words[0]);
}

/* Adds the words of all commands to one program, with a "|" between commands. Returns false if a
 * word is itself "|". */
static bool
pipelinejoin(const struct pipeline *p, struct pipeline *one)
{
	for (size_t i = 0; i < p->count; i++) {
		if (i > 0)
			pipelineword(one, "|");
		for (size_t j = 0; j < p->commands[i].count; j++) {
			if (strcmp(p->commands[i].words[j], "|") == 0)
				return false;
			pipelineword(one, p->commands[i].words[j]);
		}
	}
	return true;
}

void
pipelineexecchain(const struct pipeline *p)
{
	char *folder = subprocessfolder();
	struct buf path = { 0 };
	struct pipeline one = { 0 };

	if (folder && strcmp(p->commands[0].words[0], "nst-dump") == 0) {
		pipelineadd(&one, "nst-chain");
		bufprintf(&path, "%s/nst-chain", folder);
		if (pipelinejoin(p, &one))
			execv(path.p, one.commands[0].words);
	}
	free(folder);
	free(path.p);
	pipelinefree(&one);
}

static void
killall(const struct processes *c, int signal)
{
	for (size_t i = 0; i < c->started; i++)
		if (c->pids[i] > 0)
			kill(c->pids[i], signal);
}

/* Reaps the programs that have ended. */
static void
reap(struct processes *c)
{
	for (size_t i = 0; i < c->started; i++)
		if (c->pids[i] > 0 && waitpid(c->pids[i], &c->statuses[i], WNOHANG) == c->pids[i]) {
			c->pids[i] = 0;
			c->ended++;
		}
}

/* Waits until all programs have ended, and forwards signals to them. */
static void
pipelineawait(struct processes *c, const sigset_t *signals)
{
	for (reap(c); c->ended < c->started; reap(c)) {
		int signal = sigwaitinfo(signals, NULL);

		if (signal <= 0 || signal == SIGCHLD)
			continue;
		c->signal = signal;
		killall(c, signal);
	}
}

/* Connects the programs by pipes and starts them. The first one reads from in, -1 for standard
 * input; the last one writes to out. Returns false with errno set if one cannot be started;
 * *started is the number of programs that run. */
static bool
pipelinestart(const struct pipeline *p, pid_t *pids, int in, int out, const sigset_t *blocked,
    size_t *started)
{
	int from = in;

	for (*started = 0; *started < p->count; ++*started) {
		char **words = p->commands[*started].words;
		int ends[2] = { -1, out };
		bool last = *started == p->count - 1;

		if (!last && pipe2(ends, O_CLOEXEC) != 0)
			break;
		errno = subprocessstart(&pids[*started], words[0], words, from, ends[1], blocked);
		if (from != in)
			close(from);
		if (!last)
			close(ends[1]);
		from = ends[0];
		if (errno != 0)
			break;
	}
	if (*started < p->count && from != in && from >= 0)
		close(from);
	return *started == p->count;
}

int
pipelineread(const struct pipeline *p, pid_t *pids, int in, const char **failed)
{
	size_t started;
	int ends[2], reason;

	*failed = p->commands[0].words[0];
	if (pipe2(ends, O_CLOEXEC) != 0)
		return -1;
	if (pipelinestart(p, pids, in, ends[1], NULL, &started)) {
		close(ends[1]);
		return ends[0];
	}
	reason = errno;
	*failed = p->commands[started].words[0];
	close(ends[0]);
	close(ends[1]);
	for (size_t i = 0; i < started; i++)
		kill(pids[i], SIGTERM);
	errno = reason;
	return -1;
}

/* Ends this program by the signal. */
static void
raisedefault(int signal)
{
	struct sigaction usual = { .sa_handler = SIG_DFL };
	sigset_t one;

	(void)sigemptyset(&one);
	(void)sigaddset(&one, signal);
	(void)sigaction(signal, &usual, NULL);
	(void)sigprocmask(SIG_UNBLOCK, &one, NULL);
	(void)raise(signal);
}

/* Returns the exit status of a pipeline from those of its programs. */
static int
pipelinestatus(const struct processes *c, const struct pipeline *p)
{
	int status = 0;

	for (size_t i = c->started; i-- > 0;) {
		int end = c->statuses[i], signal = WIFSIGNALED(end) ? WTERMSIG(end) : 0;
		bool last = i == c->started - 1;

		/* SIGPIPE: the reader needed no more input */
		if (signal > 0 && (last || signal != SIGPIPE))
			status = 128 + signal;
		else if (signal == 0 && WEXITSTATUS(end) != 0)
			status = WEXITSTATUS(end);
		if (signal > 0 && signal != SIGPIPE && signal != c->signal)
			warn("%s: killed by %s", p->commands[i].words[0], strsignal(signal));
		if (last && signal == SIGPIPE)
			raisedefault(SIGPIPE);
		if (last && status != 0)
			return status;
	}
	return status;
}

/* Returns the signals to wait for: SIGCHLD, and those to forward that this program does not
 * ignore. */
static void
forwardedsignals(sigset_t *signals)
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
pipelinerun(const struct pipeline *p)
{
	struct processes running = { 0 };
	sigset_t signals;
	int status;

	running.pids = xzalloc(p->count, sizeof(*running.pids));
	running.statuses = xzalloc(p->count, sizeof(*running.statuses));
	forwardedsignals(&signals);
	(void)sigprocmask(SIG_BLOCK, &signals, &running.before);
	if (!pipelinestart(p, running.pids, STDIN_FILENO, p->output > 0 ? p->output : STDOUT_FILENO,
	        &running.before, &running.started)) {
		int reason = errno;

		killall(&running, SIGTERM);
		running.signal = SIGTERM;
		pipelineawait(&running, &signals);
		errno = reason;
		dienotstarted(p->commands[running.started].words[0]);
	}
	pipelineawait(&running, &signals);
	(void)sigprocmask(SIG_SETMASK, &running.before, NULL);
	if (running.signal)
		raisedefault(running.signal);
	status = pipelinestatus(&running, p);
	free(running.pids);
	free(running.statuses);
	return status;
}

void
pipelinefree(struct pipeline *p)
{
	for (size_t i = 0; i < p->count; i++) {
		for (size_t j = 0; j < p->commands[i].count; j++)
			free(p->commands[i].words[j]);
		free(p->commands[i].words);
	}
	free(p->commands);
	*p = (struct pipeline){ 0 };
}
