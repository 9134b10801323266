/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/err.h"
#include "copy.h"
#include "io/in.h"
#include "io/out.h"
#include "io/tempfile.h"

/*
 * SQLite opens files by their names, and the copy has none: a VFS of its own reads it by its
 * descriptor, which connections share. Other files that SQLite makes, to sort, are those of the
 * usual VFS. https://www.sqlite.org/vfs.html
 */
struct copyfile {
	sqlite3_file base;
	const struct copy *copy;
};

static int
copyread(sqlite3_file *file, void *to, int n, sqlite3_int64 at)
{
	const struct copy *c = ((struct copyfile *)file)->copy;
	char *p = to;

	while (n > 0) {
		ssize_t some = pread(c->fd, p, (size_t)n, at);

		if (some < 0 && errno == EINTR)
			continue;
		if (some < 0)
			return SQLITE_IOERR_READ;
		if (some == 0) {
			memset(p, 0, (size_t)n);
			return SQLITE_IOERR_SHORT_READ;
		}
		p += some;
		at += some;
		n -= (int)some;
	}
	return SQLITE_OK;
}

static int
copysize(sqlite3_file *file, sqlite3_int64 *bytes)
{
	*bytes = (sqlite3_int64)((struct copyfile *)file)->copy->bytes;
	return SQLITE_OK;
}

/* The copy stays open, and nobody else knows of it: there is nothing to close or to lock. */
static int
nothing(sqlite3_file *file)
{
	(void)file;
	return SQLITE_OK;
}

static int
lock(sqlite3_file *file, int level)
{
	(void)file;
	(void)level;
	return SQLITE_OK;
}

static int
locked(sqlite3_file *file, int *out)
{
	(void)file;
	*out = 0;
	return SQLITE_OK;
}

static int
control(sqlite3_file *file, int what, void *arg)
{
	(void)file;
	(void)what;
	(void)arg;
	return SQLITE_NOTFOUND;
}

/* How many bytes a disk writes at once: nothing is written. */
static int
sector(sqlite3_file *file)
{
	(void)file;
	return 0;
}

static int
traits(sqlite3_file *file)
{
	(void)file;
	return SQLITE_IOCAP_IMMUTABLE;
}

/* A database that is opened to be read needs no more. */
static const sqlite3_io_methods methods = {
	.iVersion = 1,
	.xClose = nothing,
	.xRead = copyread,
	.xFileSize = copysize,
	.xLock = lock,
	.xUnlock = lock,
	.xCheckReservedLock = locked,
	.xFileControl = control,
	.xSectorSize = sector,
	.xDeviceCharacteristics = traits,
};

static int
copyopen(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *given)
{
	const struct copy *c = vfs->pAppData;

	if (!(flags & SQLITE_OPEN_MAIN_DB))
		return c->usual->xOpen(c->usual, name, file, flags, given);
	*(struct copyfile *)file = (struct copyfile){ { &methods }, c };
	if (given)
		*given = flags;
	return SQLITE_OK;
}

/* Any name is as good as another. */
static int
fullname(sqlite3_vfs *vfs, const char *name, int n, char *full)
{
	(void)vfs;
	sqlite3_snprintf(n, full, "%s", name);
	return SQLITE_OK;
}

/* Tells SQLite of the copy. */
static void
enlist(struct copy *c)
{
	c->usual = sqlite3_vfs_find(NULL);
	if (!c->usual)
		die("out of memory");
	c->vfs = *c->usual;
	c->vfs.zName = COPY_VFS;
	c->vfs.pAppData = c;
	c->vfs.xOpen = copyopen;
	c->vfs.xFullPathname = fullname;
	if (c->vfs.szOsFile < (int)sizeof(struct copyfile))
		c->vfs.szOsFile = (int)sizeof(struct copyfile);
	if (sqlite3_vfs_register(&c->vfs, false) != SQLITE_OK)
		die("out of memory");
}

struct copy *
copymake(const char *path, const struct sourceoptions *asked)
{
	struct copy *c = xzalloc(1, sizeof(*c));
	struct buf name = { 0 };
	struct stat st;

	c->report = xzalloc(1, sizeof(*c->report));
	repopen(&c->report->rep, path, false);
	c->report->rep.host = true; /* of which the header of the stream has a hash */
	c->fd = tempfileopen();
	bufprintf(&name, "%s: temporary file (TMPDIR)", c->report->rep.file.path);
	reportindexmake(c->report, asked, name.p, c->fd, &c->notes);
	if (fstat(c->fd, &st) != 0)
		die("%s:", name.p);
	c->bytes = (uint64_t)st.st_size;
	free(name.p);
	enlist(c);
	return c;
}

/* How long an export is, bytes, by what its header says; 0 where that tells nothing. */
static uint64_t
headersize(const struct buf *head)
{
	const unsigned char *h = (const unsigned char *)head->p;
	uint64_t page = (uint64_t)h[16] << 8 | h[17], pages = 0;

	if (memcmp(h + 24, h + 92, 4) != 0) /* written by what does not count pages */
		return 0;
	for (int i = 28; i < 32; i++)
		pages = pages << 8 | h[i];
	return page == 1 ? pages * 65536 : page * pages;
}

struct copy *
copyunpack(const char *path, const char *name)
{
	struct copy *c = xzalloc(1, sizeof(*c));
	struct in in = { .fd = open(path, O_RDONLY | O_CLOEXEC) };
	struct buf block = { 0 };
	uint64_t most = 0;
	ssize_t n;

	if (in.fd < 0)
		die("%s:", name);
	c->fd = tempfileopen();
	while ((n = infill(&in, bufroom(&block, OUT_BLOCK), OUT_BLOCK)) > 0) {
		block.n = (size_t)n;
		if (c->bytes == 0 && (n < 100 || memcmp(block.p, "SQLite format 3", 16) != 0))
			die("%s: compressed, and no SQLite database: decompress it first", name);
		if (c->bytes == 0)
			most = headersize(&block);
		c->bytes += (uint64_t)n;
		if (most > 0 && c->bytes > most)
			die("%s: malformed: more than the %llu bytes of its header", name,
			    (unsigned long long)most);
		if (!outwriteto(c->fd, &block))
			die("%s: temporary file (TMPDIR):", name);
		block.n = 0;
	}
	if (n < 0) {
		inwarn(&in, name);
		diequiet();
	}
	if (c->bytes < most)
		die("%s: truncated: %llu bytes of %llu", name, (unsigned long long)c->bytes,
		    (unsigned long long)most);
	infree(&in);
	close(in.fd);
	free(block.p);
	enlist(c);
	return c;
}

/* Writes a list behind what it is a list of. */
static void
copysay(const char *path, const char *what, const struct buf *list)
{
	if (list->n > 0)
		warn("%s: %s: %.*s", path, what, (int)list->n, list->p);
}

bool
copyreport(const struct copy *c, const char *path, bool everything)
{
	uint64_t secrets = c->report ? reportindexsecrets(c->report) : 0;

	if (everything)
		copysay(path, "not dumped", &c->notes.skipped);
	copysay(path, "not proven to be what nsys exports", &c->notes.unproven);
	if (secrets > 0)
		warn("%s: %llu texts are left empty: they are output that was captured, or of the "
		     "environment",
		    path, (unsigned long long)secrets);
	copysay(path, "broken, and left out", &c->notes.broken);
	return c->notes.broken.n > 0;
}

void
copyfree(struct copy *c)
{
	if (!c)
		return;
	sqlite3_vfs_unregister(&c->vfs);
	if (c->report)
		reportindexclose(c->report);
	free(c->report);
	importnotesfree(&c->notes);
	close(c->fd);
	free(c);
}
