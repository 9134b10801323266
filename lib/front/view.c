/* SPDX-License-Identifier: MIT */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <strings.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/err.h"
#include "browser.h"
#include "io/out.h"
#include "io/scratch.h"
#include "io/tempfile.h"
#include "serve.h"
#include "view.h"

/* A page is served until half an hour has passed without a request. nst(1) documents the time. */
#define IDLE (1800 * CLOCK_SECOND)

enum view
viewhow(const char *profile)
{
	if (browserfind())
		return VIEW_HERE;
	if (!browserfar())
		die("%s: no browser here: nst open --serve shows the page to one elsewhere,"
		    " nst page writes it",
		    profile);
	return VIEW_SERVE;
}

/* Returns the length of a name without its last suffix; n is its length. */
static size_t
unsuffixed(const char *name, size_t n)
{
	char *dot = memrchr(name, '.', n);

	return dot && dot > name ? (size_t)(dot - name) : n;
}

/* Appends the page's file name: the profile's name with another suffix. Characters that need
 * quoting in a shell or a URL become underscores. */
static void
makename(struct buf *name, const char *profile)
{
	const char *slash = strrchr(profile, '/'), *base = slash ? slash + 1 : profile;
	size_t n = unsuffixed(base, strlen(base));

	if (strcmp(base + n, ".gz") == 0 || strcmp(base + n, ".zst") == 0 ||
	    strcmp(base + n, ".xz") == 0)
		n = unsuffixed(base, n);
	for (size_t i = 0; i < n && i < 100; i++) {
		char c = base[i];
		bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
		    (c >= '0' && c <= '9') || c == '_' || c == '-' || (c == '.' && i > 0);

		bufchar(name, plain ? c : '_');
	}
	bufstr(name, ".html");
	bufchar(name, '\0');
}

/* Copies an unnamed file to a named one. Returns false with errno set if that fails. */
static bool
copy(int from, const char *path)
{
	int to = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	struct stat st;
	off_t at = 0;
	bool good = to >= 0 && fstat(from, &st) == 0;

	while (good && at < st.st_size)
		good = sendfile(to, from, &at, (size_t)(st.st_size - at)) > 0;
	if (to >= 0 && close(to) != 0)
		good = false;
	return good;
}

/* Copies the page into a new temporary folder that only the user can enter, and appends its path.
 * Until the page is complete, the folder has the name of an unfinished one. */
static void
placepage(int page, const char *name, struct buf *path)
{
	const char *temp = getenv("TMPDIR");
	struct buf folder = { 0 };
	char *unfinished;

	if (!temp || !*temp)
		temp = "/tmp";
	unfinished = scratchfolder(temp, getpid());
	bufprintf(path, "%s/%s", unfinished, name);
	bufprintf(&folder, "%s/nst-open-XXXXXX", temp);
	/* rename(2) replaces an empty folder */
	if (!copy(page, path->p) || !mkdtemp(folder.p) || rename(unfinished, folder.p) != 0) {
		warn("%s:", path->p);
		(void)rmdir(folder.p);
		(void)scratchremove(unfinished);
		exit(FAILED);
	}
	path->n = 0;
	bufprintf(path, "%s/%s", folder.p, name);
	free(unfinished);
	free(folder.p);
}

/* Opens a file in a browser. */
static int
viewshow(const char *path)
{
	const char *program = browserfind();
	int status = browseropen(program, path, false);

	if (status != DONE)
		warn("%s: ended with %d: open the page yourself", program, status);
	return status == DONE ? DONE : FAILED;
}

/* Opens the page in a browser. The file stays: the browser may read it any time later. */
static int
here(int page, const char *name)
{
	struct buf path = { 0 };
	int status;

	placepage(page, name, &path);
	warn("the page is %s", path.p);
	status = viewshow(path.p);
	free(path.p);
	return status;
}

/* Serves the page to a browser elsewhere. */
static int
elsewhere(int page, const char *name)
{
	struct server s;

	servestart(&s, page, name);
	warn("on your own machine, leave this running: ssh -N -L %u:127.0.0.1:%u %s", s.port,
	    s.port, browserhost());
	warn("and open http://127.0.0.1:%u%s", s.port, s.path);
	warn("the page is served until Ctrl-C, or 30 minutes without a request");
	serveuntil(&s, IDLE);
	warn("the page is no longer served");
	serveend(&s);
	return DONE;
}

/* Prints the pipeline, if there is one, and how the page would be shown. */
static void
plan(struct pipeline *p, const char *name, enum view view)
{
	struct buf out = { 0 };

	if (p) {
		p->target = name;
		pipelineshow(p, &out);
	}
	if (view == VIEW_SERVE)
		bufprintf(&out, "# %sserves %s on 127.0.0.1\n", p ? "and " : "", name);
	outwrite(&out);
	free(out.p);
	if (view == VIEW_HERE)
		(void)browseropen(browserfind(), name, true);
}

int
viewpage(struct pipeline *p, const char *profile, enum view view, bool dry)
{
	struct buf name = { 0 };
	int status = DONE;

	makename(&name, profile);
	if (dry)
		plan(p, name.p, view);
	else {
		p->output = tempfileopen();
		status = pipelinerun(p);
		if (status == DONE)
			status = view == VIEW_HERE ? here(p->output, name.p)
			                           : elsewhere(p->output, name.p);
		close(p->output);
	}
	free(name.p);
	return status;
}

bool
viewis(const char *path)
{
	static const char begin[] = "<!doctype html>";
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	char head[sizeof(begin) - 1];
	bool page;

	if (fd < 0)
		return false;
	page = pread(fd, head, sizeof(head), 0) == (ssize_t)sizeof(head) &&
	    strncasecmp(head, begin, sizeof(head)) == 0;
	close(fd);
	return page;
}

int
viewfile(const char *path, enum view view, bool dry)
{
	char *real = realpath(path, NULL);
	struct buf name = { 0 };
	int status = DONE, fd;

	if (!real)
		die("%s:", path);
	makename(&name, path);
	if (dry)
		plan(NULL, view == VIEW_HERE ? real : name.p, view);
	else if (view == VIEW_HERE)
		status = viewshow(real);
	else {
		fd = open(path, O_RDONLY | O_CLOEXEC);
		if (fd < 0)
			die("%s:", path);
		status = elsewhere(fd, name.p);
		close(fd);
	}
	free(name.p);
	free(real);
	return status;
}
