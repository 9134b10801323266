/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/err.h"
#include "front.h"
#include "io/in.h"
#include "io/probe.h"
#include "program/subprocess.h"
#include "selection.h"

const struct manual manuals[] = {
#include "pages.h"
	{ NULL, 0, NULL },
};

/* Programs that read profiles themselves, or no stream at all: they need no nst-dump in front. */
static const char *const direct[] = { "nst-chain", "nst-convert", "nst-diff", "nst-dump",
	"nst-import", "nst-merge", "nst-mkreport", "nst-nsys", "nst-parquet", "nst-profile",
	"nst-sample", "nst-series", "nst-stats" };

const char *
manualword(const struct manual *manual)
{
	return strncmp(manual->name, "nst-", 4) == 0 ? manual->name + 4 : manual->name;
}

const struct manual *
manualfind(const char *name)
{
	for (const struct manual *manual = manuals; manual->name; manual++) {
		if (strcmp(name, manual->name) == 0 || strcmp(name, manualword(manual)) == 0)
			return manual;
	}
	return NULL;
}

void
frontpath(void)
{
	const char *path = getenv("PATH");
	struct buf folder = { 0 };
	char *own = subprocessfolder();

	if (own) {
		bufstr(&folder, own);
		bufchar(&folder, ':');
		bufstr(&folder, path ? path : "/usr/bin:/bin");
		bufchar(&folder, '\0');
		if (setenv("PATH", folder.p, 1) != 0)
			die("out of memory");
	}
	free(folder.p);
	free(own);
}

/* Adds the name of a file, such that it is not taken for an option. */
static void
addfile(struct pipeline *p, const char *path)
{
	struct buf name = { 0 };

	bufstr(&name, *path == '-' && path[1] ? "./" : "");
	bufstr(&name, path);
	bufchar(&name, '\0');
	pipelineword(p, name.p);
	free(name.p);
}

/* Programs that group or draw kernels by their names. */
static const char *const naming[] = { "nst-advise", "nst-answer", "nst-fold", "nst-page",
	"nst-perfetto", "nst-sum" };

/* Options of nst-dump. */
struct dumpoptions {
	const char *names; /* of --names; NULL for the names that nst-dump writes unasked */
	bool hosts, command;
};

/* Returns which names of kernels nst-dump is to write for a program: those of --names among its
 * words, or NULL. */
static const char *
wantednames(const char *program, char *const words[])
{
	const char *names = NULL;
	bool takes = strcmp(program, "nst-chrome") == 0; /* its default is what the stream has */

	for (size_t i = 0; i < sizeof(naming) / sizeof(*naming); i++)
		if (strcmp(program, naming[i]) == 0)
			names = "template";
	for (; *words && (names || takes); words++) {
		if (strncmp(*words, "--names=", strlen("--names=")) == 0)
			return *words + strlen("--names=");
		if (strcmp(*words, "--names") == 0 && words[1])
			return words[1];
		if (strncmp(*words, "--report", strlen("--report")) == 0)
			names = NULL; /* its own option chooses */
	}
	return names;
}

/* -v was given. */
static bool frontnotes;

void
frontverbose(void)
{
	frontnotes = true;
}

/* Adds a program with -v, if it was given and the program knows it. */
static void
addnoting(struct pipeline *p, const char *program)
{
	static const char *const noting[] = { "nst-dump", "nst-merge", "nst-skew" };

	pipelineadd(p, program);
	for (size_t i = 0; frontnotes && i < sizeof(noting) / sizeof(*noting); i++)
		if (strcmp(program, noting[i]) == 0)
			pipelineword(p, "-v");
}

/* The value of --across for nst-link, or NULL; and whether nst-link got it. */
static const char *across;
static bool acrossused;

void
frontacross(char *words[])
{
	static const char option[] = "--across";
	char **to = words;

	for (; *words; words++)
		if (strcmp(*words, option) == 0 && words[1])
			across = *++words;
		else if (strncmp(*words, option, strlen(option)) == 0 &&
		    (*words)[strlen(option)] == '=')
			across = *words + strlen(option) + 1;
		else
			*to++ = *words;
	*to = NULL;
}

bool
frontlinks(void)
{
	return !across || acrossused;
}

/* The answer does not depend on ranges, so that nst-link need not tell which threads wait. */
static bool rangeless;

static void
addlink(struct pipeline *p)
{
	pipelineadd(p, "nst-link");
	if (rangeless && !across)
		pipelineword(p, "--quiet");
	if (!across)
		return;
	pipelineword(p, "--across");
	pipelineword(p, across);
	acrossused = true;
}

/* Adds the programs that make a linked stream of the profile at path; without nst-link if the next
 * program links itself. */
static void
addsource(struct pipeline *p, const char *path, struct dumpoptions options, bool links)
{
	addnoting(p, "nst-dump");
	if (options.hosts)
		pipelineword(p, "--hosts");
	if (options.command)
		pipelineword(p, "--command");
	if (options.names) {
		pipelineword(p, "--names");
		pipelineword(p, options.names);
	}
	if (isatty(STDERR_FILENO))
		pipelineword(p, "--progress");
	addfile(p, path);
	if (!links)
		addlink(p);
}

/* Returns true if the header of the stream at path has a member that is true: "linked" or
 * "states". */
static bool
streamis(const char *path, const char *member)
{
	struct in in = { .fd = open(path, O_RDONLY | O_CLOEXEC), .probes = true };
	char head[4096], wanted[32];
	ssize_t some = 0;
	size_t n = 0;
	char *end;

	if (in.fd < 0)
		die("%s:", path);
	while (sizeof(head) - 1 - n >= IN_LEAST &&
	    (some = infill(&in, head + n, sizeof(head) - 1 - n)) > 0)
		n += (size_t)some;
	infree(&in);
	close(in.fd);
	head[n] = '\0';
	end = strchr(head, '\n');
	if (end)
		*end = '\0';
	snprintf(wanted, sizeof(wanted), "\"%s\":true", member);
	return strstr(head, wanted) != NULL;
}

/* Adds the programs that make a linked stream of one file, "-" for standard input, which is linked.
 * Returns the file if the next program must read it: a linked stream. */
static const char *
addlinked(struct pipeline *p, const char *path, struct dumpoptions options)
{
	enum filetype kind;
	bool packed;

	if (strcmp(path, "-") == 0)
		return NULL;
	kind = probefile(path, &packed);
	if (kind == FILETYPE_OTHER && errno != 0)
		die("%s:", path);
	if (filetypeprofile(kind)) {
		addsource(p, path, options, false);
		return NULL;
	}
	if (kind != FILETYPE_STREAM)
		die("%s: neither a profile nor a stream of events: %s", path,
		    probewhat(path, kind));
	if (streamis(path, "linked"))
		return path;
	addlink(p);
	addfile(p, path);
	return NULL;
}

void
frontsummary(struct pipeline *p, const char *path, char *const words[])
{
	struct dumpoptions options = { .names = wantednames("nst-sum", words) };
	const char *rest = addlinked(p, path, options);

	pipelineadd(p, "nst-sum");
	if (!*words) {
		pipelineword(p, "--by");
		pipelineword(p, "none");
		pipelineword(p, "--top");
		pipelineword(p, "5");
	}
	for (; *words; words++)
		pipelineword(p, *words);
	if (rest)
		addfile(p, rest);
}

/* Passes the name of the file to nst-page as the title, unless words have --title: nst-page reads a
 * pipe and does not know the name. */
static void
addtitle(struct pipeline *p, const char *path, char *const words[])
{
	const char *slash = strrchr(path, '/');

	for (; *words; words++)
		if (strncmp(*words, "--title", strlen("--title")) == 0)
			return;
	pipelineword(p, "--title");
	pipelineword(p, slash ? slash + 1 : path);
}

/* The programs that a question, nst-page and nst-advise need behind nst-link, each with an option
 * or NULL. */
static const struct {
	const char *reader, *program, *option;
} stages[] = {
	{ "overview", "nst-step", "--quiet" }, /* --any would read the stream twice */
	{ "overview", "nst-state", NULL },
	{ "overview", "nst-advise", NULL },
	{ "idle", "nst-state", NULL },
	{ "gaps", "nst-state", NULL },
	{ "steps", "nst-step", "--any" },
	{ "steps", "nst-state", NULL },
	{ "ranks", "nst-skew", "--quiet" },
	{ "path", "nst-step", "--any" },
	{ "path", "nst-skew", "--quiet" },
	{ "path", "nst-path", NULL },
	{ "nst-advise", "nst-step", "--any" },
	{ "nst-advise", "nst-state", NULL },
	{ "nst-advise", "nst-skew", "--quiet" },
	{ "what-if", "nst-step", "--any" },
	{ "what-if", "nst-skew", "--quiet" },
	{ "what-if", "nst-state", NULL },
	{ "what-if", "nst-advise", NULL },
	{ "nst-page", "nst-step", "--any" },
	{ "nst-page", "nst-state", NULL },
	{ "nst-page", "nst-skew", "--quiet" },
	{ "nst-page", "nst-advise", NULL },
};

/* Adds a stage. The first one reads the file *rest, if there is one. */
static void
addstage(struct pipeline *p, const char *program, const char *option, const char **rest)
{
	addnoting(p, program);
	if (option)
		pipelineword(p, option);
	if (*rest)
		addfile(p, *rest);
	*rest = NULL;
}

/* Adds the stages that a reader needs. */
static void
addstages(struct pipeline *p, const char *reader, const char **rest)
{
	for (size_t i = 0; i < sizeof(stages) / sizeof(*stages); i++)
		if (strcmp(stages[i].reader, reader) == 0)
			addstage(p, stages[i].program, stages[i].option, rest);
}

/* Returns true if a word names a file: it is no option, and not the value of the one before it. */
static bool
isoperand(char *const words[], size_t i)
{
	static const char *const valued[] = { "--names", "--top", "--title", "--step", "--range",
		"--from", "--to", "--comm", "--scale", "--remove", "--launch", "--bandwidth" };

	if (words[i][0] == '-' && words[i][1])
		return false;
	for (size_t j = 0; i > 0 && j < sizeof(valued) / sizeof(*valued); j++)
		if (strcmp(words[i - 1], valued[j]) == 0)
			return false;
	return true;
}

/* Returns true if words[i] is an option of nst-path, which "nst path" passes on, or its value. */
static bool
ofpath(char *const words[], size_t i)
{
	static const char *const options[] = { "--step", "--range", "--from", "--to", "--comm" };

	for (size_t k = 0; k < sizeof(options) / sizeof(*options); k++) {
		size_t n = strlen(options[k]);

		if ((strncmp(words[i], options[k], n) == 0 &&
		        (words[i][n] == '\0' || words[i][n] == '=')) ||
		    (i > 0 && strcmp(words[i - 1], options[k]) == 0))
			return true;
	}
	return false;
}

/* Adds the stages that a question needs behind nst-link. A stream with states went through them,
 * but for nst-path. */
static void
addquestion(struct pipeline *p, const char *question, char *const words[], const char **rest)
{
	bool path = strcmp(question, "path") == 0;

	if (!*rest || !streamis(*rest, "states"))
		addstages(p, question, rest);
	else if (path)
		addstage(p, "nst-path", NULL, rest);
	for (size_t i = 0; path && words[i]; i++)
		if (ofpath(words, i))
			pipelineword(p, words[i]);
}

/* The files among the words of a command. */
struct operands {
	const char *first;
	size_t count;
};

/* Adds the programs that make a linked stream of the files among the words, which are merged if
 * there are several. Returns the file if the next program must read it. */
static const char *
addoperands(struct pipeline *p, const char *command, char *const words[],
    struct dumpoptions options, struct operands *files)
{
	*files = (struct operands){ 0 };
	for (size_t i = 0; words[i]; i++)
		if (isoperand(words, i)) {
			files->first = files->first ? files->first : words[i];
			files->count++;
		}
	if (files->count == 0)
		dieusage("%s: no file named", command);
	if (files->count == 1)
		return addlinked(p, files->first, options);
	addnoting(p, "nst-merge");
	pipelineword(p, "--number");
	for (size_t i = 0; words[i]; i++)
		if (isoperand(words, i))
			addfile(p, words[i]);
	addlink(p);
	return NULL;
}

/* The questions whose answers do not depend on the ranges around launches. */
static const char *const withoutranges[] = { "kernels", "calls", "memory", "gaps", "ranks" };

void
frontanswer(struct pipeline *p, const char *question, char *const words[])
{
	bool overview = strcmp(question, "overview") == 0;
	struct dumpoptions options = { wantednames("nst-answer", words), overview, overview };
	struct operands files;
	const char *rest;
	bool profile; /* nst-dump comes first: it prints a message about skipped rows */

	for (size_t i = 0; i < sizeof(withoutranges) / sizeof(*withoutranges); i++)
		rangeless = rangeless || strcmp(question, withoutranges[i]) == 0;
	rest = addoperands(p, question, words, options, &files);
	profile = strcmp(p->count > 0 ? p->commands[0].words[0] : "", "nst-dump") == 0;
	addquestion(p, question, words, &rest);
	pipelineadd(p, "nst-answer");
	pipelineword(p, "--about");
	pipelineword(p, question);
	addtitle(p, files.count > 1 ? "FILE ..." : files.first, words);
	if (frontnotes && !profile)
		pipelineword(p, "--skipped");
	for (size_t i = 0; words[i]; i++)
		if (!isoperand(words, i) && (strcmp(question, "path") != 0 || !ofpath(words, i)))
			pipelineword(p, words[i]);
	if (rest)
		addfile(p, rest);
}

/* Returns true if a word is an option of nst-replay that changes the run. */
static bool
ischange(const char *word)
{
	static const char *const options[] = { "--scale", "--remove", "--launch", "--async-copies",
		"--equal-ranks", "--bandwidth" };

	for (size_t i = 0; i < sizeof(options) / sizeof(*options); i++)
		if (strncmp(word, options[i], strlen(options[i])) == 0)
			return true;
	return false;
}

void
frontwhatif(struct pipeline *p, char *const words[])
{
	struct dumpoptions options = { 0 };
	struct operands files;
	const char *rest = addoperands(p, "what-if", words, options, &files);
	bool json = false, changes = false;

	for (size_t i = 0; words[i]; i++) {
		json = json || strcmp(words[i], "--json") == 0;
		changes = changes || ischange(words[i]);
	}
	if (!changes)
		addquestion(p, "what-if", words, &rest);
	else if (files.count > 1)
		addstage(p, "nst-skew", "--quiet", &rest);
	pipelineadd(p, "nst-replay");
	if (!changes)
		pipelineword(p, "--findings");
	if (!json)
		pipelineword(p, "--text");
	for (size_t i = 0; words[i]; i++)
		if (!isoperand(words, i))
			pipelineword(p, words[i]);
	if (rest)
		addfile(p, rest);
}

void
frontpage(struct pipeline *p, const char *path, char *const words[])
{
	struct dumpoptions options = { wantednames("nst-page", words), .command = true };
	const char *rest = addlinked(p, path, options);

	if (!rest)
		addstages(p, "nst-page", &rest);
	pipelineadd(p, "nst-page");
	if (!rest)
		addtitle(p, path, words);
	for (; *words; words++)
		pipelineword(p, *words);
	if (rest)
		addfile(p, rest);
}

static bool
isstream(enum filetype type)
{
	return type == FILETYPE_STREAM;
}

/* Returns the only word that names a file of a type, or NULL. */
static char *const *
fileamong(char *const words[], bool (*is)(enum filetype))
{
	char *const *found = NULL;
	size_t count = 0;

	for (; *words; words++) {
		bool packed;
		enum filetype k = **words == '-' ? FILETYPE_OTHER : probefile(*words, &packed);

		if (!is(k))
			continue;
		found = words;
		count++;
	}
	return count == 1 ? found : NULL;
}

/* Ends the program if a word that can only name a file names none: the first one, or one behind a
 * word that is no option. nst-filter would wait for standard input. */
static void
requirefiles(char *const words[])
{
	for (size_t i = 0; words[i]; i++)
		if (words[i][0] != '-' && (i == 0 || words[i - 1][0] != '-') &&
		    access(words[i], F_OK) != 0)
			die("%s:", words[i]);
}

/* Adds nst-filter with the words that select, if there are any. Returns the other words, which the
 * caller frees. */
static char **
addfilter(struct pipeline *p, char *const words[], char *const *profile)
{
	char *const *stream = NULL;
	char **rest;
	size_t count = 0, n;
	bool filters = false;

	for (size_t i = 0; words[i]; i++)
		filters = filters || selectionwords(words + i) > 0;
	if (filters) {
		pipelineadd(p, "nst-filter");
		stream = profile ? NULL : fileamong(words, isstream);
		if (!profile && !stream)
			requirefiles(words);
	}
	for (n = 0; words[n]; n++)
		;
	rest = xreallocarray(NULL, n + 1, sizeof(*rest));
	for (size_t i = 0; words[i];) {
		size_t selecting = selectionwords(words + i);

		for (size_t k = 0; k < selecting; k++)
			pipelineword(p, words[i + k]);
		if (selecting == 0 && words + i != profile && words + i != stream)
			rest[count++] = words[i];
		i += selecting > 0 ? selecting : 1;
	}
	rest[count] = NULL;
	if (stream && *stream)
		addfile(p, *stream);
	return rest;
}

/* Returns true if a program reads a stream, and no profile. */
static bool
readsstream(const char *program)
{
	for (size_t i = 0; i < sizeof(direct) / sizeof(*direct); i++)
		if (strcmp(program, direct[i]) == 0)
			return false;
	return true;
}

bool
frontlinked(const char *program)
{
	return strcmp(program, "nst-link") != 0 && readsstream(program);
}

void
frontprogram(struct pipeline *p, const char *name, char *const words[])
{
	char *const *profile = NULL;
	char **others = NULL;
	struct dumpoptions options = { wantednames(name, words),
		.command = strcmp(name, "nst-page") == 0 };
	const char *rest = NULL;
	bool stream = readsstream(name);

	if (stream)
		profile = fileamong(words, filetypeprofile);
	if (profile) {
		addsource(p, *profile, options, strcmp(name, "nst-link") == 0);
		addstages(p, name, &rest);
	}
	if (selectionof(name))
		words = others = addfilter(p, words, profile);
	pipelineadd(p, name);
	if (profile && strcmp(name, "nst-advise") == 0)
		pipelineword(p, "--text");
	if (profile && strcmp(name, "nst-page") == 0)
		addtitle(p, *profile, words);
	for (; *words; words++)
		if (words != profile)
			pipelineword(p, *words);
	free(others);
}
