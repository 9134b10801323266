/* SPDX-License-Identifier: MIT */
/* nst-chrome: writes Chrome's trace event format, for Perfetto, chrome://tracing and DevTools. */
#include "chrome/chrome.h"
#include "program/tool.h"

int
main(int argc, char *argv[])
{
	return toolmain(&chrometool, argc, argv);
}
