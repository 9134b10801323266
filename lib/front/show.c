/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <unistd.h>

#include "base/err.h"
#include "browser.h"
#include "program/subprocess.h"
#include "show.h"

/* Perfetto's viewer works inside the browser; the trace is not uploaded. */
#define VIEWER "https://ui.perfetto.dev"

void
showhow(void)
{
	warn("to look at it: open " VIEWER " and drop the file on it (it stays on this machine), or"
	     " nst open FILE");
}

/* Prints how to open a trace of this host on another one. */
static void
elsewhere(const char *path)
{
	char *real = realpath(path, NULL);

	warn("%s: no browser here: on your own machine, open " VIEWER " and drop the file on it;"
	     " to get it: scp %s:%s .",
	    path, browserhost(), real ? real : path);
	free(real);
}

int
showopen(const char *path, bool dry)
{
	const char *program = browserfind();

	if (!program) {
		elsewhere(path);
		return FAILED;
	}
	if (!dry)
		warn("%s: drop it on the page that opens now", path);
	return browseropen(program, VIEWER, dry);
}

/* Appends the name of the source of a manual page, which is in a folder relative to the program,
 * installed or built. Returns false where it is not. */
static bool
manualfile(struct buf *file, const struct manual *manual)
{
	static const char *const folders[] = { "/../share/man/man", "/../../man/",
		"/../../../man/" };
	char *own = subprocessfolder();
	bool found = false;

	for (size_t i = 0; own && !found && i < sizeof(folders) / sizeof(*folders); i++) {
		file->n = 0;
		bufprintf(file, "%s%s", own, folders[i]);
		if (i == 0)
			bufprintf(file, "%c/", manual->section);
		bufprintf(file, "%s.%c", manual->name, manual->section);
		found = access(file->p, R_OK) == 0;
	}
	free(own);
	return found;
}

void
showmanual(struct pipeline *p, const struct manual *manual)
{
	static const char *const readers[] = { "man", "mandoc" };
	const char *reader = NULL;
	struct buf file = { 0 };

	for (size_t i = 0; !reader && i < sizeof(readers) / sizeof(*readers); i++)
		if (browserinpath(readers[i]))
			reader = readers[i];
	if (reader && manualfile(&file, manual)) {
		pipelineadd(p, reader);
		pipelineword(p, strcmp(reader, "man") == 0 ? "-l" : "-a");
		pipelineword(p, file.p);
	} else if (reader && strcmp(reader, "man") == 0) {
		char section[] = { manual->section, '\0' };

		pipelineadd(p, reader);
		pipelineword(p, section);
		pipelineword(p, manual->name);
	} else if (manual->section == '1') {
		pipelineadd(p, manual->name);
		pipelineword(p, "--help");
	} else
		die("%s(%c): man is not installed, which shows it", manual->name, manual->section);
	free(file.p);
}
