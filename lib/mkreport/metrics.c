/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/proto.h"
#include "conversion.h"
#include "tablereader.h"

/* Fields of generic events, and of the chunk header that describes their layout. */
enum { GENERIC_TYPE = 1, GENERIC_TIME = 2, GENERIC_BYTES = 3, METRIC_SIZE = 8 };
enum { CHUNK_SOURCE = 13, SOURCE_TYPES = 1, SOURCE_NAME = 3 };
enum { CHUNK_TYPE = 14, TYPE_ID = 1, TYPE_NAME = 2, TYPE_COUNTER = 3, COUNTER_NAME = 1 };
enum { COUNTER_AT = 2, COUNTER_SIZE = 3 };

/* Appends the layout of GPU metrics: each value has 8 bytes, in order of its id from 0.
 * Returns false, and appends nothing, if a name is not among the strings or an id is missing. */
static bool
putsources(const struct conversion *m, struct buf *out)
{
	static const char names[] =
	    "SELECT typeId, (SELECT id FROM StringIds WHERE value = typeName), metricId, "
	    "(SELECT id FROM StringIds WHERE value = metricName), "
	    "(SELECT id FROM StringIds WHERE value = 'GpuMetrics') "
	    "FROM TARGET_INFO_GPU_METRICS ORDER BY 1, 3";
	sqlite3_stmt *st = exportprepare(m->db, names);
	struct buf types = { 0 }, sources = { 0 };
	int64_t type = -1, expected = 0;
	size_t open = 0, counter;
	bool good = true;

	while (exportstep(m->db, st)) {
		uint64_t id = (uint64_t)sqlite3_column_int64(st, 0);

		if (sqlite3_column_int64(st, 0) != type) {
			if (types.n > 0)
				protoclose(&types, open);
			open = protoopen(&sources, CHUNK_SOURCE);
			protouint(&sources, SOURCE_TYPES, id >> 32 << 32);
			protouint(&sources, SOURCE_NAME, (uint64_t)sqlite3_column_int64(st, 4));
			protoclose(&sources, open);
			open = protoopen(&types, CHUNK_TYPE);
			protouint(&types, TYPE_ID, id);
			protouint(&types, TYPE_NAME, (uint64_t)sqlite3_column_int64(st, 1));
			type = sqlite3_column_int64(st, 0);
			expected = 0;
		}
		for (int i = 1; i < 5; i++)
			good = good && sqlite3_column_type(st, i) == SQLITE_INTEGER;
		good = good && sqlite3_column_int64(st, 2) == expected;
		counter = protoopen(&types, TYPE_COUNTER);
		protouint(&types, COUNTER_NAME, (uint64_t)sqlite3_column_int64(st, 3));
		protouint(&types, COUNTER_AT, (uint64_t)expected++ * METRIC_SIZE);
		protouint(&types, COUNTER_SIZE, METRIC_SIZE);
		protoclose(&types, counter);
	}
	if (types.n > 0)
		protoclose(&types, open);
	good = good && types.n > 0;
	if (good) {
		bufspan(out, bufall(&sources));
		bufspan(out, bufall(&types));
	}
	sqlite3_finalize(st);
	free(types.p);
	free(sources.p);
	return good;
}

void
conversionmetrics(struct conversion *m, struct buf *sources)
{
	static const char samples[] =
	    "SELECT timestamp, typeId, metricId, value FROM GPU_METRICS ORDER BY rowid";
	struct buf bytes = { 0 };
	sqlite3_stmt *st;
	bool more;

	if (!exporthastable(m->db, "GPU_METRICS") ||
	    !exporthastable(m->db, "TARGET_INFO_GPU_METRICS") || !putsources(m, sources)) {
		conversionskip(m, "GPU_METRICS", NULL,
		    exportint(m->db, "GPU_METRICS", "SELECT count(*) FROM GPU_METRICS", 0));
		return;
	}
	st = exportprepare(m->db, samples);
	more = exportstep(m->db, st);
	while (more) {
		int64_t time = sqlite3_column_int64(st, 0), type = sqlite3_column_int64(st, 1);

		bytes.n = m->event.n = 0;
		for (; more && sqlite3_column_int64(st, 0) == time &&
		     sqlite3_column_int64(st, 1) == type;
		     more = exportstep(m->db, st)) {
			uint64_t v = (uint64_t)sqlite3_column_int64(st, 3);

			for (int i = 0; i < METRIC_SIZE; i++)
				bufchar(&bytes, (char)(v >> 8 * i));
		}
		protouint(&m->event, GENERIC_TYPE, (uint64_t)type);
		protouint(&m->event, GENERIC_TIME, (uint64_t)time);
		protobytes(&m->event, GENERIC_BYTES, bufall(&bytes));
		reportwritergeneric(&m->reportwriter, bufall(&m->event));
	}
	sqlite3_finalize(st);
	free(bytes.p);
}
