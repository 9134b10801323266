/* SPDX-License-Identifier: MIT */
#include "io/out.h"
#include "progress.h"
#include "stream/stream.h"
#include "tool.h"

void
toolparse(struct toolrun *use, const struct tool *tool, int argc, char *argv[])
{
	int opt;

	*use = (struct toolrun){ .tool = tool, .self = tool->make() };
	while ((opt = clinext(argc, argv)) != -1) {
		if (opt == TOOL_PARTIAL)
			use->partial = true;
		else
			tool->option(use->self, opt);
	}
	use->path = clistream(argc, argv);
	if (tool->check)
		tool->check(use->self);
}

bool
toolwrites(const struct toolrun *use)
{
	return use->tool->writes || (use->tool->writestext && use->tool->writestext(use->self));
}

enum status
toolmain(const struct tool *tool, int argc, char *argv[])
{
	struct stage *first;
	struct writer writer;
	struct toolrun use;
	enum status status;
	bool failed = false, writes;

	clibegin(tool->name, tool->help);
	if (!tool->writes)
		outstream();
	toolparse(&use, tool, argc, argv);
	writes = toolwrites(&use);
	if (writes && !tool->writes)
		outnostream();
	if (tool->needsfirstpass && tool->needsfirstpass(use.self))
		use.path = tool->firstpass(use.self, use.path, &failed);
	first = tool->stages(use.self, streamname(use.path), use.partial);
	writerinit(&writer);
	if (!writes)
		stagelast(first)->next = &writer.stage;
	status = (tool->showsprogress ? progressrun : streamrun)(first, use.path, use.partial);
	if (status == DONE && failed) {
		warn("%s: it could not be read twice", streamname(use.path));
		status = FAILED;
	}
	status = tool->end(use.self, streamname(use.path), status);
	return writes ? status : writerend(&writer, status);
}
