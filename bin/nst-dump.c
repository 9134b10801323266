/* SPDX-License-Identifier: MIT */
/* nst-dump: writes the events of an Nsight Systems report or export, ordered by time. */
#include "dump/dump.h"
#include "io/out.h"
#include "program/cli.h"

int
main(int argc, char *argv[])
{
	struct dumping dumping;

	clibegin("nst-dump", &dumphelp);
	outstream();
	dumptake(&dumping, argc, argv);
	return dump(&dumping);
}
