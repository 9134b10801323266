/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/err.h"
#include "io/filetype.h"
#include "io/in.h"
#include "io/out.h"
#include "io/tempfile.h"
#include "tempdb.h"

/*
 * SQLite opens files by their names, and this one has none: a VFS reads it through the descriptor,
 * which connections share. SQLite's own temporary files are those of the usual VFS.
 * https://www.sqlite.org/vfs.html
 */
struct tempdbfile {
	sqlite3_file base;
	const struct tempdb *tempdb;
};

static int
tempdbread(sqlite3_file *file, void *to, int n, sqlite3_int64 at)
{
	const struct tempdb *t = ((struct tempdbfile *)file)->tempdb;
	char *p = to;

	while (n > 0) {
		ssize_t some = pread(t->fd, p, (size_t)n, at);

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
tempdbsize(sqlite3_file *file, sqlite3_int64 *bytes)
{
	*bytes = (sqlite3_int64)((struct tempdbfile *)file)->tempdb->bytes;
	return SQLITE_OK;
}

/* The file stays open and nothing else writes it: there is nothing to close or to lock. */
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

/* The bytes that a disk writes at once: nothing is written. */
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

/* A read-only database needs no other methods. */
static const sqlite3_io_methods methods = {
	.iVersion = 1,
	.xClose = nothing,
	.xRead = tempdbread,
	.xFileSize = tempdbsize,
	.xLock = lock,
	.xUnlock = lock,
	.xCheckReservedLock = locked,
	.xFileControl = control,
	.xSectorSize = sector,
	.xDeviceCharacteristics = traits,
};

static int
tempdbopen(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *given)
{
	const struct tempdb *t = vfs->pAppData;

	if (!(flags & SQLITE_OPEN_MAIN_DB))
		return t->usual->xOpen(t->usual, name, file, flags, given);
	*(struct tempdbfile *)file = (struct tempdbfile){ { &methods }, t };
	if (given)
		*given = flags;
	return SQLITE_OK;
}

/* All names mean the same file. */
static int
fullname(sqlite3_vfs *vfs, const char *name, int n, char *full)
{
	(void)vfs;
	sqlite3_snprintf(n, full, "%s", name);
	return SQLITE_OK;
}

void
tempdbenlist(struct tempdb *t)
{
	t->usual = sqlite3_vfs_find(NULL);
	if (!t->usual)
		die("out of memory");
	t->vfs = *t->usual;
	t->vfs.zName = TEMPDB_VFS;
	t->vfs.pAppData = t;
	t->vfs.xOpen = tempdbopen;
	t->vfs.xFullPathname = fullname;
	if (t->vfs.szOsFile < (int)sizeof(struct tempdbfile))
		t->vfs.szOsFile = (int)sizeof(struct tempdbfile);
	if (sqlite3_vfs_register(&t->vfs, false) != SQLITE_OK)
		die("out of memory");
}

struct tempdb *
tempdbmake(void)
{
	struct tempdb *t = xzalloc(1, sizeof(*t));

	t->fd = tempfileopen();
	return t;
}

void
tempdbfree(struct tempdb *t)
{
	if (!t)
		return;
	sqlite3_vfs_unregister(&t->vfs);
	close(t->fd);
	free(t);
}

/* Returns the length of an export by its header, bytes; 0 if the header does not have it. */
static uint64_t
headersize(const struct buf *head)
{
	const unsigned char *h = (const unsigned char *)head->p;
	uint64_t page = (uint64_t)h[16] << 8 | h[17], pages = 0;

	if (memcmp(h + 24, h + 92, 4) != 0) /* by a writer that does not count pages */
		return 0;
	for (int i = 28; i < 32; i++)
		pages = pages << 8 | h[i];
	return page == 1 ? pages * 65536 : page * pages;
}

/* Ends the program: a compressed file has no export. Names what it has, if that is known. */
static void __attribute__((noreturn))
tempdbrefuse(const char *name, const struct buf *head)
{
	enum filetype type = filetypeof(bufall(head));

	if (type == FILETYPE_PERFETTO || type == FILETYPE_STREAM)
		die("%s: compressed: %s, not a profile", name, filetypename(type));
	die("%s: compressed, and no SQLite database: decompress it first", name);
}

struct tempdb *
tempdbunpack(const char *path, const char *name)
{
	struct tempdb *t = xzalloc(1, sizeof(*t));
	struct in in = { .fd = open(path, O_RDONLY | O_CLOEXEC) };
	struct buf block = { 0 };
	uint64_t most = 0;
	ssize_t n;

	if (in.fd < 0)
		die("%s:", name);
	t->fd = tempfileopen();
	while ((n = infill(&in, bufroom(&block, OUT_BLOCK), OUT_BLOCK)) > 0) {
		block.n = (size_t)n;
		if (t->bytes == 0 && (n < 100 || memcmp(block.p, "SQLite format 3", 16) != 0))
			tempdbrefuse(name, &block);
		if (t->bytes == 0)
			most = headersize(&block);
		t->bytes += (uint64_t)n;
		if (most > 0 && t->bytes > most)
			die("%s: malformed: more than the %llu bytes of its header", name,
			    (unsigned long long)most);
		if (!outwriteto(t->fd, &block))
			die("%s: temporary file (TMPDIR):", name);
		block.n = 0;
	}
	if (n < 0) {
		inwarn(&in, name);
		diequiet();
	}
	if (t->bytes < most)
		die("%s: truncated: %llu bytes of %llu", name, (unsigned long long)t->bytes,
		    (unsigned long long)most);
	infree(&in);
	close(in.fd);
	free(block.p);
	tempdbenlist(t);
	return t;
}
