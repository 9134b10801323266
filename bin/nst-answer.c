/* SPDX-License-Identifier: MIT */
/* nst-answer: answers a question about a profile on one screen. */
#include "answer/answer.h"

int
main(int argc, char *argv[])
{
	return toolmain(&answertool, argc, argv);
}
