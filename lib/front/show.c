/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <unistd.h>

#include "err.h"
#include "out.h"
#include "show.h"
#include "program.h"

/* Where traces are looked at: the page works in the browser alone. */
#define VIEWER "https://ui.perfetto.dev"

void
showhow(void)
{
	warn("to look at it: open " VIEWER " and drop the file on it (it stays on this machine), or"
	     " nst open FILE");
}

void
showname(struct buf *name, const char *profile)
{
	const char *base = strrchr(profile, '/'), *dot = strrchr(base ? base : profile, '.');

	bufmem(name, profile, dot ? (size_t)(dot - profile) : strlen(profile));
	bufstr(name, ".pftrace");
}

/* Whether a program is in one of the folders of PATH. */
static bool
inpath(const char *program)
{
	const char *path = getenv("PATH");
	struct buf file = { 0 };
	bool found = false;

	for (; path && *path && !found; path += *path == ':') {
		size_t n = strcspn(path, ":");

		file.n = 0;
		bufmem(&file, path, n);
		bufchar(&file, '/');
		bufstr(&file, program);
		bufchar(&file, '\0');
		found = access(file.p, X_OK) == 0;
		path += n;
	}
	free(file.p);
	return found;
}

/* The program that opens a page in a browser, or NULL where there is none, or no screen. */
static const char *
browser(void)
{
	static const char *const openers[] = { "xdg-open", "wslview", "x-www-browser" };
	const char *own = getenv("BROWSER");

	if (own && *own)
		return own;
	for (size_t i = 0; i < sizeof(openers) / sizeof(*openers); i++)
		if (inpath(openers[i]) &&
		    (getenv("DISPLAY") || getenv("WAYLAND_DISPLAY") || i == 1))
			return openers[i];
	return NULL;
}

/* Says how a trace on this machine is opened on another. */
static void
elsewhere(const char *path)
{
	char *real = realpath(path, NULL), host[256] = "HOST";

	(void)gethostname(host, sizeof(host) - 1);
	host[sizeof(host) - 1] = '\0';
	warn("%s: no browser here: on your own machine, open " VIEWER " and drop the file on it;"
	     " to get it: scp %s:%s .",
	    path, host, real ? real : path);
	free(real);
}

int
showopen(const char *path, bool dry)
{
	const char *program = browser();
	struct chain p = { 0 };
	struct buf out = { 0 };
	int status = DONE;

	if (!program) {
		elsewhere(path);
		return FAILED;
	}
	chainadd(&p, program);
	chainword(&p, VIEWER);
	if (dry) {
		chainshow(&p, &out);
		outwrite(&out);
	} else {
		warn("%s: drop it on the page that opens now", path);
		status = chainrun(&p);
	}
	chainfree(&p);
	free(out.p);
	return status;
}

/* Writes the name of a page's file, which lies beside the program, installed or as built; false
 * where it does not. */
static bool
pagefile(struct buf *file, const struct page *page)
{
	static const char *const folders[] = { "/../share/man/man", "/../../man/",
		"/../../../man/" };
	char *own = programfolder();
	bool found = false;

	for (size_t i = 0; own && !found && i < sizeof(folders) / sizeof(*folders); i++) {
		file->n = 0;
		bufprintf(file, "%s%s", own, folders[i]);
		if (i == 0)
			bufprintf(file, "%c/", page->section);
		bufprintf(file, "%s.%c", page->name, page->section);
		found = access(file->p, R_OK) == 0;
	}
	free(own);
	return found;
}

void
showpage(struct chain *p, const struct page *page)
{
	static const char *const readers[] = { "man", "mandoc" };
	const char *reader = NULL;
	struct buf file = { 0 };

	for (size_t i = 0; !reader && i < sizeof(readers) / sizeof(*readers); i++)
		if (inpath(readers[i]))
			reader = readers[i];
	if (reader && pagefile(&file, page)) {
		chainadd(p, reader);
		chainword(p, strcmp(reader, "man") == 0 ? "-l" : "-a");
		chainword(p, file.p);
	} else if (reader && strcmp(reader, "man") == 0) {
		char section[] = { page->section, '\0' };

		chainadd(p, reader);
		chainword(p, section);
		chainword(p, page->name);
	} else if (page->section == '1') {
		chainadd(p, page->name);
		chainword(p, "--help");
	} else
		die("%s(%c): man is not installed, which shows it", page->name, page->section);
	free(file.p);
}
