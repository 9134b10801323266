/* SPDX-License-Identifier: MIT */
/*
 * nst-dump on a damaged file: a small export, of which the input replaces bytes. Each replacement
 * is two bytes of where, one of how many, and those.
 */
#include <sqlite3.h>

#include "export.h"
#include "fuzz.h"

static fuzzmain program;
#define main program
#include "../../bin/nst-dump.c"

static const char sql[] =
    "PRAGMA page_size = 512;"
    "CREATE TABLE StringIds (id INTEGER PRIMARY KEY, value TEXT);"
    "INSERT INTO StringIds VALUES (1, 'gemm'), (2, 'cudaLaunchKernel'), (3, 'range'), (4, printf('%.*c', 1500, 'x'));"
    "CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (start INT, end INT, deviceId INT, contextId INT, streamId INT, correlationId INT, globalPid INT, shortName INT);"
    "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES (10, 20, 0, 1, 7, 1, 1 << 24, 1), (30, 40, 0, 1, 7, 2, 1 << 24, 4);"
    "CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME (start INT, end INT, eventClass INT, globalTid INT, correlationId INT, nameId INT);"
    "INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES (5, 9, 0, 1 << 24 | 1, 1, 2), (25, 26, 0, 1 << 24 | 1, 2, 2);"
    "CREATE TABLE NVTX_EVENTS (start INT, end INT, eventType INT, text TEXT, textId INT, globalTid INT, domainId INT);"
    "INSERT INTO NVTX_EVENTS VALUES (1, NULL, 59, 'open', NULL, 1 << 24 | 1, 0), (2, 50, 60, NULL, 3, 1 << 24 | 1, 0), (3, NULL, 34, 'mark', NULL, 1 << 24 | 1, 0);"
    "WITH RECURSIVE n(i) AS (SELECT 4 UNION ALL SELECT i + 1 FROM n WHERE i < 60) INSERT INTO NVTX_EVENTS SELECT i, i + 9, 59, 'x' || i, NULL, 1 << 24 | 1, 0 FROM n;";

/* The export, whole. */
static struct span
image(void)
{
	static struct span bytes;
	sqlite3 *db = NULL;

	if (bytes.p)
		return bytes;
	if (sqlite3_open(":memory:", &db) != SQLITE_OK ||
	    sqlite3_exec(db, sql, NULL, NULL, NULL) != SQLITE_OK)
		fuzzfail("cannot make an export");
	bytes = exportbytes(db);
	sqlite3_close(db);
	return bytes;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const char *const line[] = { NULL };
	struct buf copy = { 0 };

	bufspan(&copy, image());
	while (size > 3) {
		size_t at = (size_t)(data[0] << 8 | data[1]) % copy.n, n = data[2];

		data += 3;
		size -= 3;
		n = n < size ? n : size;
		n = n < copy.n - at ? n : copy.n - at;
		memcpy(copy.p + at, data, n);
		data += n;
		size -= n;
	}
	exportdump(program, line, bufall(&copy));
	free(copy.p);
	return 0;
}
