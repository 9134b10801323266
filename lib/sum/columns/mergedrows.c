/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/proto.h"
#include "base/sortkey.h"
#include "mergedrows.h"
#include "rowsections.h"
#include "steptotals.h"

/* The number of rows in a window. */
enum { WINDOW = 512 };

/* The parts of the tally's limit that a sort of rows takes, and the totals of the steps of a
 * group. */
enum { SORT_PART = 4, STEPS_PART = 16 };

/* The head of a row in a file. Behind it are the group key and the saved sums. Percentiles follow,
 * unless all durations are equal, then the number of durations in each bin of a histogram, if it is
 * wanted: for the bins from the first that has some to the last. */
struct rowhead {
	wide total; /* ns */
	long double stddev;
	uint64_t first, count;
	int64_t min, max;
	uint32_t section;
	bool equal; /* all durations are: each is min */
};

/* A row that was parsed. */
struct rowview {
	struct rowhead head;
	const char *sums;
	struct span key;
};

/* Durations of the group that is being merged, in ascending order. The array is reused. */
struct chunk {
	int64_t *p;
	size_t at, count, room; /* those before at were taken */
};

struct mergedrows {
	struct grouprows rows; /* a copy */
	struct tally *tally;
	struct stringtable pinned; /* the first texts of the tally's names, always */
	struct recordsort firsts;  /* the first rows of each section, if only these are read */
	struct spillfile all;      /* each row that may be read, once, in any order */

	/* Merging. */
	struct chunk *heap; /* the one with the least next duration first */
	size_t heapcount, made, heaproom;
	struct buf key, sortkey, row;
	struct groupsums sums; /* of one group */
	uint32_t firstrecord;
	int64_t bin; /* of the row, or 0 */
	bool timed;  /* the group has durations in a bin before */
	struct buf untimed; /* its rows before that: their numbers, their bins and their sums */
	struct steptotals totals;
	struct buf stepsums; /* the saved sums of a step */
	struct skippedsteps skipped; /* if skips */
	bool skips;
	size_t histbin;   /* that of the last duration */
	uint64_t *counts; /* of durations, in each bin of a histogram; NULL if none is wanted */
	uint32_t *percents; /* ascending */
	size_t *percentorder; /* the place of each among those requested */
	wide *values, *ordered;

	/* The chosen rows, and their order. */
	uint64_t types;
	bool sorted, reverse;
	enum by by;        /* unless number is set */
	rownumber *number; /* of the column id */
	int id;
	size_t top, most;
	bool sections; /* top is of sections */
	bool chosen;
	struct spillfile file; /* the chosen rows in order */
	uint64_t *starts;      /* of each window: its position in the file */
	size_t startsroom, count;

	struct grouprow window[WINDOW];
	struct buf bins; /* the saved counts of the rows in it */
	size_t binsat[WINDOW];
	size_t loaded; /* number of the window, plus one; 0 for none */
	struct spillreader reader;
};

/* Appends the counts of the bins of a histogram. */
static void
putbins(const struct mergedrows *m, struct buf *out)
{
	size_t from = 0, to = m->histbin + 1;

	while (from < to && m->counts[from] == 0)
		from++;
	protovarint(out, from);
	protovarint(out, to - from);
	for (size_t i = from; i < to; i++)
		protovarint(out, m->counts[i]);
}

/* Writes a row into m->row. */
static void
putrow(struct mergedrows *m, const struct rowhead *head)
{
	struct buf *out = &m->row;

	out->n = 0;
	bufchar(out, head->equal);
	protovarint(out, head->first);
	protovarint(out, head->count);
	protovarint(out, (uint64_t)head->min);
	if (!head->equal) {
		protovarint(out, (uint64_t)head->max);
		protowide(out, head->total);
		bufmem(out, (const char *)&head->stddev, sizeof(head->stddev));
	}
	protovarint(out, head->section);
	protovarint(out, m->key.n);
	bufspan(out, bufall(&m->key));
	groupsumssave(&m->sums, m->firstrecord, out);
	for (size_t i = 0; i < m->rows.percentcount && !head->equal; i++)
		protowide(out, m->values[i]);
	if (m->counts)
		putbins(m, out);
}

static struct rowview
viewof(struct span row)
{
	struct rowview v = { .head = { .equal = *row.p } };
	const char *p = protoread(row.p + 1, &v.head.first);
	uint64_t min, max, section, n;

	p = protoread(p, &v.head.count);
	p = protoread(p, &min);
	v.head.min = v.head.max = (int64_t)min;
	v.head.total = (wide)v.head.min * v.head.count;
	if (!v.head.equal) {
		p = protoread(p, &max);
		v.head.max = (int64_t)max;
		p = protoreadwide(p, &v.head.total);
		memcpy(&v.head.stddev, p, sizeof(v.head.stddev));
		p += sizeof(v.head.stddev);
	}
	p = protoread(p, &section);
	p = protoread(p, &n);
	v.head.section = (uint32_t)section;
	v.key = (struct span){ p, n };
	v.sums = p + n;
	return v;
}

static int64_t
chunknext(const struct chunk *c)
{
	return c->p[c->at];
}

static void
chunkswap(struct chunk *a, struct chunk *b)
{
	struct chunk c = *a;

	*a = *b;
	*b = c;
}

/* Adds durations, in ascending order, to the heap. */
static void
chunkpush(struct mergedrows *m, const int64_t *durations, size_t count)
{
	size_t i = m->heapcount;
	struct chunk *c;

	if (count == 0)
		return;
	if (i == m->made) {
		GROW(m->heap, m->heaproom, i + 1);
		m->heap[m->made++] = (struct chunk){ 0 };
	}
	m->heapcount++;
	c = &m->heap[i];
	GROW(c->p, c->room, count);
	memcpy(c->p, durations, count * sizeof(*c->p));
	c->count = count;
	c->at = 0;
	for (; i > 0 && chunknext(&m->heap[(i - 1) / 2]) > chunknext(&m->heap[i]);
	     i = (i - 1) / 2)
		chunkswap(&m->heap[i], &m->heap[(i - 1) / 2]);
}

/* Takes the least duration from the heap. */
static int64_t
chunktake(struct mergedrows *m)
{
	struct chunk *heap = m->heap;
	int64_t ns = chunknext(&heap[0]);
	size_t i = 0, child;

	if (++heap[0].at == heap[0].count)
		chunkswap(&heap[0], &heap[--m->heapcount]);
	while ((child = 2 * i + 1) < m->heapcount) {
		child += child + 1 < m->heapcount &&
		    chunknext(&heap[child + 1]) < chunknext(&heap[child]);
		if (chunknext(&heap[i]) <= chunknext(&heap[child]))
			break;
		chunkswap(&heap[i], &heap[child]);
		i = child;
	}
	return ns;
}

/* Counts a duration, which must not be less than the one before. */
static void
countduration(struct mergedrows *m, int64_t ns)
{
	while (m->histbin + 1 < m->rows.bins && m->rows.edges[m->histbin + 1] <= ns)
		m->histbin++;
	m->counts[m->histbin]++;
}

/* Adds the durations in the heap that are not above a limit. */
static void
adddurations(struct mergedrows *m, struct sorteddurations *s, int64_t most)
{
	while (m->heapcount > 0 && chunknext(&m->heap[0]) <= most) {
		int64_t ns = chunktake(m);

		sorteddurationsadd(s, ns);
		if (m->counts)
			countduration(m, ns);
	}
}

/* Returns the number of a pinned text. */
static uint32_t
pin(struct mergedrows *m, struct span text)
{
	return stringintern(&m->pinned, text);
}

/* Returns true if a pinned text, UINT32_MAX for none, is the type of a row. */
static bool
istype(const struct mergedrows *m, uint32_t text, const struct keypart *type)
{
	if (text == UINT32_MAX)
		return !type->given;
	return type->given && spansame(type->text, stringat(&m->pinned, text));
}

/* The number of sections up to which a search without a hash is faster. */
enum { SECTIONS_FEW = 16 };

/* Returns the section of a row; makes it if it is new. */
static uint32_t
mergedsection(struct mergedrows *m, struct grouprows *t, struct map *known,
    const struct rowoptions *options)
{
	const struct groups *g = &m->tally->groups;
	struct keypart type = groupkeypart(g, bufall(&m->key), BY_TYPE);
	struct keypart work = groupkeypart(g, bufall(&m->key), BY_WORK);
	bool aside = work.given && options->aside != UINT32_MAX &&
	    spansame(work.text, stringat(&m->pinned, options->aside));
	size_t bin = (size_t)m->bin;

	for (uint32_t i = 0; i < t->sectioncount && i < SECTIONS_FEW; i++)
		if (t->sections[i].bin == bin && t->sections[i].aside == aside &&
		    istype(m, t->sections[i].type, &type))
			return i;
	return rowsectionsadd(
	    t, known, type.given ? pin(m, type.text) : UINT32_MAX, aside, bin);
}

/* The bytes of a section in a sort key. */
enum { SECTION = sizeof(uint64_t) };

/* Appends the last part of a sort key: rows with larger totals are first. */
static void
puttotal(struct mergedrows *m, const struct rowhead *head, struct span key)
{
	struct keypart name;

	sortkeywide(&m->sortkey, ~head->total);
	if (m->rows.byname) {
		name = groupkeypart(&m->tally->groups, key, BY_NAME);
		bufchar(&m->sortkey, name.given);
		sortkeytext(&m->sortkey, name.text);
	}
	sortkeyuint(&m->sortkey, head->first);
}

/* Makes the key of the merged row in m->firsts. Returns false if the row is not one of the first
 * rows of its section. */
static bool
isfirst(struct mergedrows *m, const struct rowhead *head)
{
	m->sortkey.n = 0;
	sortkeyuint(&m->sortkey, head->section);
	puttotal(m, head, bufall(&m->key));
	return !recordsortdrops(&m->firsts, bufall(&m->sortkey), SECTION);
}

/* Moves the first rows of all sections to m->all. */
static void
movefirsts(struct mergedrows *m)
{
	struct span key, row;

	recordsortread(&m->firsts);
	while (recordsortnext(&m->firsts, &key, &row))
		spillfileadd(&m->all, row, (struct span){ NULL, 0 });
	recordsortfree(&m->firsts);
}

/* What all rows are made of. */
struct rowsmaking {
	struct grouprows *t;
	const struct rowoptions *options;
	struct map known; /* of the sections */
};

/* Writes a row, and adds it to its section. */
static void
addrow(struct mergedrows *m, struct rowsmaking *making, struct rowhead *head)
{
	struct grouprows *t = making->t;
	struct rowsection *section;

	head->section = mergedsection(m, t, &making->known, making->options);
	section = &t->sections[head->section];
	section->first = head->first < section->first ? head->first : section->first;
	section->rows++;
	section->sum += head->total;
	section->count += (wide)head->count;
	t->count++;
	if (m->firsts.keep > 0 && !isfirst(m, head))
		return;
	for (size_t i = 0; i < t->percentcount && !head->equal; i++)
		m->values[m->percentorder[i]] = m->ordered[i];
	putrow(m, head);
	if (m->firsts.keep > 0)
		recordsortadd(&m->firsts, bufall(&m->sortkey), SECTION, bufall(&m->row));
	else
		spillfileadd(&m->all, bufall(&m->row), (struct span){ NULL, 0 });
}

/* Keeps the sums of a row without durations until its group has some in a later bin. */
static void
keepuntimed(struct mergedrows *m, const struct rowhead *head)
{
	protovarint(&m->untimed, head->first);
	protovarint(&m->untimed, (uint64_t)m->bin);
	groupsumssave(&m->sums, m->firstrecord, &m->untimed);
}

/* Writes the rows that were kept. */
static void
adduntimed(struct mergedrows *m, struct rowsmaking *making)
{
	const char *p = m->untimed.p, *end = p + m->untimed.n;

	while (p < end) {
		struct rowhead head = { .equal = true };
		uint64_t bin;

		p = protoread(protoread(p, &head.first), &bin);
		m->bin = (int64_t)bin;
		m->sums.used = 0;
		m->firstrecord = 0;
		p = groupsumsload(&m->sums, &m->firstrecord, p);
		addrow(m, making, &head);
	}
	m->untimed.n = 0;
}

/* Computes the statistics of the row that was merged, and writes it. */
static void
endrow(struct mergedrows *m, struct rowsmaking *making, struct rowhead *head,
    struct sorteddurations *s)
{
	struct stats stats;

	adddurations(m, s, INT64_MAX);
	if (head->count == 0 &&
	    (m->tally->accumulator.bins == 0 || !groupsumsuntimed(&m->sums, m->firstrecord)))
		return;
	if (head->count == 0 && !m->timed) {
		keepuntimed(m, head);
		return;
	}
	stats = sorteddurationsstats(s);
	head->total = stats.total;
	head->min = stats.min;
	head->max = stats.max;
	head->stddev = stats.stddev;
	head->equal = stats.min == stats.max;
	addrow(m, making, head);
	m->timed = true;
	adduntimed(m, making);
}

/* Begins a row with its first record. */
static void
beginrow(struct mergedrows *m, const struct spilledrecord *r, struct rowhead *head)
{
	*head = (struct rowhead){ .first = UINT64_MAX };
	if (m->tally->accumulator.bins > 0 && !spansame(r->key, bufall(&m->key))) {
		m->timed = false;
		m->untimed.n = 0;
	}
	m->key.n = 0;
	bufspan(&m->key, r->key);
	m->bin = m->tally->perstep ? 0 : r->subgroup;
	m->sums.used = 0;
	m->firstrecord = 0;
	m->heapcount = 0;
	m->histbin = 0;
	if (m->counts)
		memset(m->counts, 0, m->rows.bins * sizeof(*m->counts));
}

/* Returns statistics of that many durations. */
static struct sorteddurations
beginstats(const struct mergedrows *m, uint64_t count)
{
	return (struct sorteddurations){ .percents = m->percents,
		.percentcount = m->rows.percentcount,
		.values = m->ordered,
		.all = count };
}

/* Merges the records of a row, from *r on. Sets *r to the next record; returns false at the end. */
static bool
mergerow(struct mergedrows *m, struct spilledrecord *r, struct rowhead *head,
    struct sorteddurations *s)
{
	struct groupspill *spill = &m->tally->spill;
	bool more;

	do {
		head->first = r->head.first < head->first ? r->head.first : head->first;
		head->count += r->head.count;
		groupsumsload(&m->sums, &m->firstrecord, r->head.sums.p);
		chunkpush(m, r->durations, r->count);
		more = groupspillnext(spill, r);
	} while (more && r->ishead && r->subgroup == m->bin && spansame(r->key, bufall(&m->key)));
	*s = beginstats(m, head->count);
	while (more && !r->ishead) {
		adddurations(m, s, r->durations[0]);
		chunkpush(m, r->durations, r->count);
		more = groupspillnext(spill, r);
	}
	return more;
}

/* Merges the records of a step of the group, or of the group without steps, which has only its
 * number. */
static bool
mergestep(struct mergedrows *m, struct spilledrecord *r, struct rowhead *head)
{
	struct value step = { r->issubgroup, r->subgroup };
	int64_t total = 0;
	bool counts = false, more;
	const char *p;

	m->stepsums.n = 0;
	do {
		head->first = r->head.first < head->first ? r->head.first : head->first;
		for (size_t i = 0; i < r->count; i++)
			total = addsat(total, r->durations[i]);
		counts = counts || r->count > 0;
		bufspan(&m->stepsums, r->head.sums);
		more = groupspillnext(&m->tally->spill, r);
	} while (more && r->issubgroup == step.given && r->subgroup == step.number &&
	    spansame(r->key, bufall(&m->key)));
	if (!counts || (m->skips && stepskipped(&m->skipped, step)))
		return more;
	for (p = m->stepsums.p; p < m->stepsums.p + m->stepsums.n;)
		p = groupsumsload(&m->sums, &m->firstrecord, p);
	groupsumsaddstep(&m->sums, &m->firstrecord, step.number, total);
	steptotalsadd(&m->totals, total);
	return more;
}

/* Merges all steps of a group, from *r on. Its durations are their totals. */
static bool
mergesteptotals(struct mergedrows *m, struct spilledrecord *r, struct rowhead *head,
    struct sorteddurations *s)
{
	const int64_t *chunk;
	size_t count;
	bool more;

	steptotalsclear(&m->totals);
	do
		more = mergestep(m, r, head);
	while (more && spansame(r->key, bufall(&m->key)));
	head->count = m->totals.count;
	*s = beginstats(m, head->count);
	steptotalsread(&m->totals);
	while (steptotalsnext(&m->totals, &chunk, &count)) {
		adddurations(m, s, chunk[0]);
		chunkpush(m, chunk, count);
	}
	return more;
}

/* Returns true if the row that was merged is of a step that is left out. */
static bool
rowskipped(const struct mergedrows *m)
{
	struct keypart step;

	if (!m->skips || m->tally->perstep)
		return false;
	step = groupkeypart(&m->tally->groups, bufall(&m->key), BY_STEP);
	return stepskipped(&m->skipped, (struct value){ step.given, step.number });
}

/* Merges the records of all groups into rows. */
static void
mergegroups(struct mergedrows *m, struct grouprows *t, const struct rowoptions *options)
{
	struct groupspill *spill = &m->tally->spill;
	struct rowsmaking making = { .t = t, .options = options };
	struct sorteddurations s = { 0 };
	struct rowhead head;
	struct spilledrecord r;
	bool more = groupspillnext(spill, &r);

	while (more) {
		beginrow(m, &r, &head);
		if (m->tally->perstep)
			more = mergesteptotals(m, &r, &head, &s);
		else
			more = mergerow(m, &r, &head, &s);
		if (spill->unranged)
			groupsumszeroall(&m->sums, SUM_RANGED);
		if (!rowskipped(m))
			endrow(m, &making, &head, &s);
	}
	mapfree(&making.known);
}

/* Determines which steps are left out, and leaves them out of the denominators. */
static void
skipsteps(struct mergedrows *m, size_t skip)
{
	const struct leaststeps *steps = &m->tally->spill.steps;

	m->skips = skip > 0;
	if (!m->skips)
		return;
	m->skipped.all = steps->count <= skip;
	m->skipped.before = m->skipped.all ? INT64_MAX : steps->p[skip];
	grouprowsskip(&m->tally->denominators, &m->skipped);
}

/* Sorts the requested percentiles. */
static void
orderpercents(struct mergedrows *m, const struct grouprows *t)
{
	size_t count = t->percentcount;

	m->percents = xreallocarray(NULL, count, sizeof(*m->percents));
	m->percentorder = xreallocarray(NULL, count, sizeof(*m->percentorder));
	m->values = xzalloc(count, sizeof(*m->values));
	m->ordered = xzalloc(count, sizeof(*m->ordered));
	for (size_t i = 0; i < count; i++) {
		size_t j = i;

		for (; j > 0 && m->percents[j - 1] > t->percents[i]; j--) {
			m->percents[j] = m->percents[j - 1];
			m->percentorder[j] = m->percentorder[j - 1];
		}
		m->percents[j] = t->percents[i];
		m->percentorder[j] = i;
	}
}

/* Removes the groups of the tally, and gives the pinned texts their numbers. */
static void
cleargroups(struct mergedrows *m)
{
	struct groups *g = &m->tally->groups;

	groupsclear(g);
	for (uint32_t i = 0; i < m->pinned.used; i++)
		stringintern(&g->names, stringat(&m->pinned, i));
}

struct mergedrows *
mergedrowsmake(struct grouprows *t, const struct rowoptions *options)
{
	struct mergedrows *m = xzalloc(1, sizeof(*m));
	struct denominators *d = &t->tally->denominators;
	struct groups *g = &t->tally->groups;
	struct rowoptions pinned = *options;
	uint32_t *first = xreallocarray(NULL, options->firstcount + 1, sizeof(*first));

	m->tally = t->tally;
	m->rows.percentcount = t->percentcount;
	m->rows.byname = t->byname;
	m->rows.edges = t->edges;
	m->rows.bins = t->bins;
	m->counts = t->edges ? xzalloc(t->bins, sizeof(*m->counts)) : NULL;
	m->totals.most = t->tally->spill.limit / STEPS_PART / sizeof(*m->totals.p);
	m->totals.memory = t->tally->spill.limit / STEPS_PART;
	m->firsts.keep = options->most;
	m->firsts.memory = t->tally->spill.limit / SORT_PART;
	for (size_t i = 0; i < options->firstcount; i++)
		first[i] = pin(m, stringat(&g->names, options->first[i]));
	pinned.first = first;
	if (options->aside != UINT32_MAX)
		pinned.aside = pin(m, stringat(&g->names, options->aside));
	orderpercents(m, t);
	tallyspill(t->tally);
	for (size_t i = 0; i < d->count; i++)
		if (d->p[i].type.given)
			d->p[i].type.number =
			    pin(m, stringat(&g->names, (uint32_t)d->p[i].type.number));
	skipsteps(m, options->skip);
	recordsortread(&t->tally->spill.sort);
	mergegroups(m, t, &pinned);
	recordsortfree(&t->tally->spill.sort);
	movefirsts(m);
	spillfileflush(&m->all);
	rowsectionsrank(t, &pinned);
	cleargroups(m);
	free(first);
	return m;
}

void
mergedrowsready(struct mergedrows *m, const struct grouprows *t)
{
	m->rows = *t;
}

void
mergedrowstypes(struct mergedrows *m, uint64_t types)
{
	m->types = types;
	m->chosen = false;
}

void
mergedrowssortkey(struct mergedrows *m, enum by key, bool reverse)
{
	m->sorted = true;
	m->reverse = reverse;
	m->by = key;
	m->number = NULL;
	m->chosen = false;
}

void
mergedrowssortnumber(struct mergedrows *m, rownumber *number, int id, bool reverse)
{
	m->sorted = true;
	m->reverse = reverse;
	m->number = number;
	m->id = id;
	m->chosen = false;
}

void
mergedrowsmost(struct mergedrows *m, size_t most)
{
	m->most = most;
	m->chosen = false;
}

/* Fills in the values of a row, with its sums in x, which the call overwrites. Returns the end of
 * the row's percentiles. */
static const char *
rowvaluesof(const struct mergedrows *m, const struct rowview *v, struct groupsums *x,
    struct rowvalues *row, wide *percents)
{
	uint32_t first = 0;
	const char *p = groupsumsload(x, &first, v->sums);

	for (size_t i = 0; i < m->rows.percentcount; i++)
		if (v->head.equal)
			percents[i] = (wide)v->head.min * PERCENT_SCALE;
		else
			p = protoreadwide(p, &percents[i]);
	*row = (struct rowvalues){ .firstrecord = first,
		.sums = x,
		.sets = SUM_ANY | groupsumssets(x, first),
		.denominator = m->rows.sections[v->head.section].denominator,
		.stats = { v->head.count, v->head.total, v->head.min, v->head.max,
		    v->head.stddev },
		.median = percents[0],
		.percents = percents + 1 };
	return p;
}

/* Appends what the rows are sorted by before their totals. */
static void
putorder(struct mergedrows *m, const struct rowview *v)
{
	struct keypart part = { .given = false };
	struct rowvalues row;
	wide number = 0;
	bool given;
	size_t from;

	if (m->number) {
		m->sums.used = 0;
		rowvaluesof(m, v, &m->sums, &row, m->values);
		given = m->number(&row, m->id, &number);
	} else {
		part = groupkeypart(&m->tally->groups, v->key, m->by);
		given = part.given;
	}
	bufchar(&m->sortkey, !given);
	from = m->sortkey.n;
	if (m->number)
		sortkeywide(&m->sortkey, given ? number : 0);
	else if (given && keys[m->by].kind >= KEYKIND_TEXT)
		sortkeytext(&m->sortkey, part.text);
	else
		sortkeyint(&m->sortkey, given ? part.number : 0);
	/* Numbers that measure something descend. */
	if (m->number ? !m->reverse : m->reverse)
		sortkeyreverse(&m->sortkey, from);
}

/* Appends the sort key of a row. */
static void
putsortkey(struct mergedrows *m, const struct rowview *v)
{
	sortkeyuint(&m->sortkey, m->rows.sections[v->head.section].order);
	if (m->sorted)
		putorder(m, v);
	puttotal(m, &v->head, v->key);
}

/* Returns true if a row is of the chosen types. */
static bool
rowchosen(const struct mergedrows *m, const struct rowview *v)
{
	uint32_t type = m->rows.sections[v->head.section].type;

	return m->types == 0 || (type != UINT32_MAX &&
	    m->types & EVTYPE(evtype(stringat(&m->pinned, type))));
}

/* Removes the rows beyond the first of each combination of all keys but the last: sorts by these
 * before all else. Moves the rows to another sort. */
static void
cutgroups(struct mergedrows *m, struct recordsort *from, struct recordsort *to)
{
	struct span key, value;

	recordsortread(from);
	while (recordsortnext(from, &key, &value)) {
		struct rowview v = viewof(value);

		m->sortkey.n = 0;
		putsortkey(m, &v);
		recordsortadd(to, bufall(&m->sortkey), 0, value);
	}
}

/* Adds the chosen rows to a sort. With groups, the key begins with the values of all keys but the
 * last, else with the section. */
static void
addrows(struct mergedrows *m, struct recordsort *sort, bool groups)
{
	struct spillreader reader = { .file = &m->all, .end = m->all.written };
	enum by last = m->tally->groups.keys[m->tally->groups.depth - 1];
	struct span row;

	while (spillfileread(&reader, &row)) {
		struct rowview v = viewof(row);
		size_t prefix = m->sections ? SECTION : 0;

		if (!rowchosen(m, &v))
			continue;
		m->sortkey.n = 0;
		if (groups) {
			struct keypart part = groupkeypart(&m->tally->groups, v.key, last);

			bufspan(&m->sortkey, part.before);
			if (m->tally->accumulator.bins > 0)
				sortkeyuint(
				    &m->sortkey, m->rows.sections[v.head.section].bin);
			prefix = m->sortkey.n;
		}
		putsortkey(m, &v);
		recordsortadd(sort, bufall(&m->sortkey), prefix, row);
	}
	free(reader.p);
}

/* Sorts the chosen rows into m->file. */
static void
chooserows(struct mergedrows *m)
{
	size_t memory = m->tally->spill.limit / SORT_PART;
	struct recordsort cut = { .memory = memory, .keep = m->top };
	struct recordsort sort = { .memory = memory, .keep = m->most };
	bool groups = m->top > 0 && !m->sections;
	struct span key, row;

	spillfilefree(&m->file);
	m->count = 0;
	m->loaded = 0;
	if (m->top > 0 && m->sections)
		sort.keep = m->top;
	addrows(m, groups ? &cut : &sort, groups);
	if (groups)
		cutgroups(m, &cut, &sort);
	recordsortfree(&cut);
	recordsortread(&sort);
	for (; recordsortnext(&sort, &key, &row); m->count++) {
		if (m->count % WINDOW == 0) {
			GROW(m->starts, m->startsroom, m->count / WINDOW + 1);
			m->starts[m->count / WINDOW] = spillfileend(&m->file);
		}
		spillfileadd(&m->file, row, (struct span){ NULL, 0 });
	}
	recordsortfree(&sort);
	spillfileflush(&m->file);
	m->chosen = true;
}

size_t
mergedrowstop(struct mergedrows *m, size_t top, bool sections)
{
	m->top = top;
	m->sections = sections;
	chooserows(m);
	return m->count;
}

/* Makes the groups of a window the groups of the tally, and puts their values into the cache. */
static void
loadwindow(struct mergedrows *m, size_t window)
{
	struct groups *g = &m->tally->groups;
	struct spillreader *r = &m->reader;
	struct span row;

	cleargroups(m);
	m->bins.n = 0;
	if (m->loaded != window || window == 0) { /* else the reader is there */
		free(r->p);
		*r = (struct spillreader){
			.file = &m->file, .at = m->starts[window], .end = m->file.written
		};
	}
	for (size_t i = 0; i < WINDOW && spillfileread(r, &row); i++) {
		struct rowview v = viewof(row);
		struct value values[BY_COUNT];
		struct rowvalues *cache;
		const char *bins;
		uint32_t group;

		groupkeyvalues(g, v.key, values);
		group = groupsfind(g, values);
		if (m->tally->accumulator.bins > 0)
			group = groupssubgroup(
			    g, group, (int64_t)m->rows.sections[v.head.section].bin);
		m->window[i] = (struct grouprow){ .group = group,
			.section = v.head.section,
			.sum = v.head.total < INT64_MAX ? (int64_t)v.head.total : INT64_MAX };
		cache = &m->rows.cache[group];
		bins = rowvaluesof(
		    m, &v, &g->sums, cache, m->rows.values + group * m->rows.percentcount);
		m->binsat[i] = m->bins.n;
		bufmem(&m->bins, bins, (size_t)(row.p + row.n - bins));
		cache->group = group + 1;
		g->groups[group].firstrecord = cache->firstrecord;
	}
	m->loaded = window + 1;
}

const struct grouprow *
mergedrowsat(struct mergedrows *m, size_t row)
{
	if (!m->chosen)
		chooserows(m);
	if (m->loaded != row / WINDOW + 1)
		loadwindow(m, row / WINDOW);
	return &m->window[row % WINDOW];
}

void
mergedrowsbins(struct mergedrows *m, size_t row, uint64_t *counts)
{
	uint64_t from, n;
	const char *p;

	(void)mergedrowsat(m, row);
	p = m->bins.p + m->binsat[row % WINDOW];
	p = protoread(protoread(p, &from), &n);
	for (uint64_t i = from; i < from + n; i++)
		p = protoread(p, &counts[i]);
}

size_t
mergedrowscache(const struct groups *g)
{
	return WINDOW * (g->depth + 1); /* with bins, each row has a subgroup */
}

void
mergedrowsfree(struct mergedrows *m)
{
	if (!m)
		return;
	for (size_t i = 0; i < m->made; i++)
		free(m->heap[i].p);
	free(m->heap);
	stringtablefree(&m->pinned);
	spillfilefree(&m->all);
	spillfilefree(&m->file);
	groupsumsfree(&m->sums);
	steptotalsfree(&m->totals);
	free(m->untimed.p);
	free(m->stepsums.p);
	free(m->counts);
	free(m->bins.p);
	free(m->key.p);
	free(m->sortkey.p);
	free(m->row.p);
	free(m->percents);
	free(m->percentorder);
	free(m->values);
	free(m->ordered);
	free(m->starts);
	free(m->reader.p);
	free(m);
}
