/* SPDX-License-Identifier: MIT */
/* nst-chrome: events to Chrome's trace event format, for chrome://tracing, Perfetto, DevTools. */
#include "chrome/chrome.h"
#include "program/tool.h"

int
main(int argc, char *argv[])
{
	return toolmain(&chrometool, argc, argv);
}
