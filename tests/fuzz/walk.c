/* SPDX-License-Identifier: MIT */
/*
 * Tables read from the pages of a damaged file: what is read is what SQLite reads. The first byte
 * of the input says how large pages are and how many bytes of each are reserved; then bytes behind
 * the first page, which has the schema, are replaced: each replacement is two bytes of where, one
 * of how many, and those.
 */
#include <sqlite3.h>

#include "../unit/pagesread.h"
#include "fuzz.h"

static const char sql[] =
    "CREATE TABLE plain(start INT, stop INT, class INT, text);"
    "WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 150)"
    "INSERT INTO plain SELECT i * i * i * i, CASE WHEN i % 7 THEN -i END, i % 3,"
    "substr('range of some length', i % 20) FROM n;"
    "CREATE TABLE other(start INT, stop REAL, class TEXT, id INTEGER PRIMARY KEY, text, real "
    "DOUBLE);"
    "INSERT INTO other VALUES (1, 2, 3, 5, 'a', 1), (9e99, 4, NULL, 7, x'00FF', 2.5),"
    "(NULL, 1e9, 'x', 9, NULL, 'no');"
    "INSERT INTO other SELECT start, stop, class, id + 100, printf('%.*c', 100 * id, text), real "
    "FROM other;"
    "ALTER TABLE other ADD COLUMN late INT DEFAULT 7;"
    "INSERT INTO other VALUES (1, 2, 3, 500, 'a', 1, 8);"
    "CREATE TABLE none(start, stop, class);"
    "CREATE TABLE keys(start, stop, class, PRIMARY KEY (start)) WITHOUT ROWID;"
    "INSERT INTO keys VALUES (1, 2, 3);";

static const char *const tables[] = { "plain", "other", "none", "keys" };

enum { SIZES = 4, RESERVES = 2 };

/* The file for a size of pages, whole. */
static struct span
image(unsigned byte)
{
	static struct span images[SIZES][RESERVES];
	struct span *made = &images[byte % SIZES][byte / SIZES % RESERVES];

	if (!made->p)
		*made = walkedmake(sql, 512 << byte % SIZES, byte / SIZES % RESERVES * 13);
	return *made;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct buf copy = { 0 };
	struct sqlite p;
	size_t first;

	bufspan(&copy, image(size > 0 ? data[0] : 0));
	first = size > 0 ? 512U << data[0] % SIZES : 512;
	data += size > 0;
	size -= size > 0;
	while (size > 3) {
		size_t where = (size_t)(data[0] << 8 | data[1]), n = data[2],
		       at = first + where % (copy.n - first);

		data += 3;
		size -= 3;
		n = n < size ? n : size;
		n = n < copy.n - at ? n : copy.n - at;
		memcpy(copy.p + at, data, n);
		data += n;
		size -= n;
	}
	fuzzhold(walkedopen(&p, bufall(&copy)));
	for (size_t i = 0; i < sizeof(tables) / sizeof(*tables); i++)
		fuzzhold(walkedtable(&p, tables[i]) != WALKED_WRONG);
	walkedclose(&p);
	free(copy.p);
	return 0;
}
