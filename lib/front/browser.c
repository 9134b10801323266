/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <unistd.h>

#include "browser.h"
#include "io/out.h"
#include "program/pipeline.h"

bool
browserinpath(const char *program)
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

const char *
browserfind(void)
{
	static const char *const openers[] = { "xdg-open", "open", "wslview", "x-www-browser" };
	bool screen = getenv("DISPLAY") || getenv("WAYLAND_DISPLAY");
	const char *own = getenv("BROWSER");

	if (own && *own)
		return own;
	for (size_t i = 0; i < sizeof(openers) / sizeof(*openers); i++) {
		/* wslview opens a browser of Windows, which needs no X display */
		bool windows = strcmp(openers[i], "wslview") == 0 && !browserfar();

		if ((screen || windows) && browserinpath(openers[i]))
			return openers[i];
	}
	return NULL;
}

bool
browserfar(void)
{
	const char *from = getenv("SSH_CONNECTION");

	return from && *from;
}

const char *
browserhost(void)
{
	static char host[256];

	if (gethostname(host, sizeof(host) - 1) != 0)
		return "HOST";
	return host;
}

int
browseropen(const char *program, const char *address, bool dry)
{
	struct pipeline p = { 0 };
	struct buf out = { 0 };
	int status = 0;

	pipelineadd(&p, program);
	pipelineword(&p, address);
	if (dry) {
		pipelineshow(&p, &out);
		outwrite(&out);
	} else
		status = pipelinerun(&p);
	pipelinefree(&p);
	free(out.p);
	return status;
}
