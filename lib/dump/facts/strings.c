/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/err.h"
#include "base/json.h"
#include "dump/tables/schema.h"
#include "strings.h"

/* Ids below this have a place in an array: nsys counts from 0. */
enum { SMALL_IDS = 1 << 20 };

/* Keeps the escaped text of a column, or the code as a number where it is NULL. */
static uint32_t
stringskeep(struct strings *s, struct span text, int64_t code)
{
	struct buf escaped = { 0 };
	uint32_t id;

	if (text.p)
		jsonescape(&escaped, text.p, text.n);
	else
		bufint(&escaped, code);
	id = stringintern(&s->text, bufall(&escaped));
	free(escaped.p);
	return id;
}

/* Finds the text of a string, for the caller to reset the query; p is NULL when there is none to be
 * told. */
static struct span
findstring(struct strings *s, int64_t id)
{
	struct span text = { 0 };

	sqlite3_bind_int64(s->query, 1, id);
	if (secretsid(&s->secrets, id))
		return text;
	if (s->profile->copy && s->profile->copy->report)
		text = reportindexstring(s->profile->copy->report, id);
	else if (profilestep(s->profile, s->query, "StringIds"))
		text = profiletext(s->profile, s->query, 0);
	if (secretstext(&s->secrets, text))
		text = (struct span){ 0 };
	return text;
}

/* The text of a string to SQL: NULL when there is none to be told. */
static void
stringsasked(sqlite3_context *context, int count, sqlite3_value **values)
{
	struct strings *s = sqlite3_user_data(context);
	struct span text = { 0 };

	(void)count;
	if (sqlite3_value_type(values[0]) == SQLITE_INTEGER)
		text = findstring(s, sqlite3_value_int64(values[0]));
	if (text.p)
		sqlite3_result_text64(
		    context, text.p, text.n, SQLITE_TRANSIENT, SQLITE_UTF8);
	sqlite3_reset(s->query);
}

void
stringsopen(struct strings *s, struct profile *p)
{
	*s = (struct strings){ .profile = p };
	s->query = profilequery(p, "SELECT [value] FROM [StringIds] WHERE [id] = ?1");
	secretsopen(&s->secrets, p);
	if (sqlite3_create_function(p->db, "nst_string", 1, SQLITE_UTF8 | SQLITE_DIRECTONLY, s,
	        stringsasked, NULL, NULL) != SQLITE_OK)
		die("out of memory");
}

void
stringsclose(struct strings *s)
{
	sqlite3_finalize(s->query);
	secretsclose(&s->secrets);
	stringtablefree(&s->text);
	free(s->small);
	mapfree(&s->large);
	mapfree(&s->labels);
}

/* Keeps the text of a string. */
static uint32_t
keepstring(struct strings *s, int64_t id)
{
	uint32_t kept = stringskeep(s, findstring(s, id), id);

	sqlite3_reset(s->query);
	return kept;
}

/* The slow half of stringget: the string has a large id, or was not looked up before. */
static struct span
lookstring(struct strings *s, int64_t id)
{
	uint32_t *text;
	bool fresh;

	if ((uint64_t)id >= SMALL_IDS) {
		text = mapput(&s->large, (struct mapkey){ 0, (uint64_t)id }, &fresh);
		if (fresh)
			*text = keepstring(s, id);
		return stringat(&s->text, *text);
	}
	if ((size_t)id >= s->smallcount) {
		size_t room = s->smallcount;

		GROW(s->small, room, (size_t)id + 1);
		memset(s->small + s->smallcount, 0, (room - s->smallcount) * sizeof(*s->small));
		s->smallcount = room;
	}
	s->small[id] = keepstring(s, id) + 1;
	return stringat(&s->text, s->small[id] - 1);
}

struct span
stringget(struct strings *s, int64_t id)
{
	if ((uint64_t)id < s->smallcount && s->small[id] > 0)
		return stringat(&s->text, s->small[id] - 1);
	return lookstring(s, id);
}

void
stringraw(struct strings *s, int64_t id, struct buf *out)
{
	struct span text = findstring(s, id);

	if (text.p)
		bufspan(out, text);
	sqlite3_reset(s->query);
}

/* Looks a label up in the file's own enumeration, if it has one. */
static bool
lookup(struct strings *s, const char *enumeration, int64_t code, uint32_t *text)
{
	struct buf sql = { 0 };
	sqlite3_stmt *st;
	bool found;

	if (!profilehas(s->profile, enumeration))
		return false;
	bufprintf(&sql, "SELECT COALESCE([label], [name]) FROM [%s] WHERE [id] = ?1", enumeration);
	st = profiletry(s->profile, sql.p);
	found = st && sqlite3_bind_int64(st, 1, code) == SQLITE_OK &&
	    profilestep(s->profile, st, enumeration) &&
	    sqlite3_column_type(st, 0) != SQLITE_NULL;
	if (found)
		*text = stringskeep(s, profiletext(s->profile, st, 0), code);
	sqlite3_finalize(st);
	free(sql.p);
	return found;
}

uint32_t
stringlabel(struct strings *s, const char *enumeration, int64_t code)
{
	bool fresh;
	uint32_t *text = mapput(&s->labels,
	    (struct mapkey){ (uint64_t)(uintptr_t)enumeration, (uint64_t)code }, &fresh);

	if (fresh && !lookup(s, enumeration, code, text)) {
		const char *label = schemalabel(enumeration, code);

		*text = stringskeep(s, (struct span){ label, label ? strlen(label) : 0 }, code);
	}
	return *text;
}
