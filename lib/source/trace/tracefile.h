/* SPDX-License-Identifier: MIT */
/* An open trace: the facts and entries that one pass over the file finds. All readers of a dump
 * share it. */
#ifndef NST_TRACEFILE_H
#define NST_TRACEFILE_H

#include "base/map.h"
#include "source/sourcefile.h"
#include "traceindex.h"
#include "tracejson.h"

/* The tables, in the order of lib/dump/tables/mappings.c. */
enum tracetable {
	TABLE_RANGES,   /* operators, annotations, ranges of other programs */
	TABLE_PYTHON,   /* Python calls */
	TABLE_MARKS,    /* instants */
	TABLE_CALLS,    /* CUDA and HIP calls */
	TABLE_SYNC,     /* waits for a stream, an event or a device */
	TABLE_KERNELS,
	TABLE_MEMCPY,
	TABLE_MEMSET,
	TABLE_OVERHEAD, /* of the profiler */
	TABLE_MEMORY,   /* allocations of PyTorch */
	TABLE_COUNTERS,
	TABLE_NONE      /* left out */
};

_Static_assert((int)TABLE_NONE == (int)TRACE_TABLES, "an array of entries for each table");

/* The classes of TABLE_MEMORY. */
enum { TRACE_GPU_MEMORY, TRACE_CPU_MEMORY };

/* A process of the trace, or a GPU: the group of tracks with one pid. */
struct traceprocess {
	int64_t pid;    /* for one that the trace names by a text: 2^32 and more */
	struct buf name; /* decoded; empty if unknown */
	int64_t device; /* of a group that nst-chrome calls "GPU 0 ..."; -1 for others */
};

/* A thread of the trace, or a stream: the tracks with one pid and tid. */
struct tracethread {
	uint32_t process;
	uint32_t same;    /* the first thread with these numbers: two tracks of one thread */
	int64_t tid;
	struct buf name;
	bool drawn;       /* a track of nst-chrome that is of no thread */
	int64_t stream;   /* of a track that nst-chrome calls "Stream 7 ..."; -1 for others */
	/* The events that have begun and not ended (phase B), with their tables. */
	struct tracebegun {
		struct traceentry entry;
		enum tracetable table;
	} *begun;
	size_t beguncount, begunroom;
	int64_t pairts; /* the time of the latest phase B or E, ns; INT64_MIN before that */
};

/* A GPU of "deviceProperties": its members as JSON. */
struct tracedevice {
	int64_t id;
	struct buf json;
};

struct tracefile {
	const char *name; /* for messages */
	int fd;           /* of the file, or of its decompressed copy */
	uint64_t bytes;   /* of that */
	unsigned jobs;    /* the number of threads that read it */
	bool python;      /* Python calls are read */
	bool quiet;       /* nothing is printed */
	struct traceindex index;
	struct stringtable processids; /* "pid" as written */
	struct traceprocess *processes;
	size_t processroom;
	struct stringtable threadids;  /* number of the process, and "tid" as written */
	struct tracethread *threads;
	size_t threadroom;
	uint32_t lastprocess, lastthread; /* those of the event before */
	struct buf key, text;          /* scratch */
	/* The processes with calls, or else with ranges: the GPU events belong to the only one. */
	uint32_t caller;
	enum { CALLERS_NONE, CALLERS_RANGE, CALLERS_ONE, CALLERS_SEVERAL } callers;
	/* If several: key of a call (tracetextkey) -> index of its process and correlation id. */
	struct map launchers;
	struct tracelauncher {
		uint32_t process;
		bool ambiguous; /* calls of several processes have that key */
		int64_t corr;
	} *calls;
	size_t callcount, callroom;
	struct tracedevice *devices;
	size_t devicecount, deviceroom;
	struct buf facts;              /* members about the capture, as JSON */
	int64_t rank;                  /* -1 if unknown */
	int64_t base;                  /* "baseTimeNanoseconds"; -1 if unknown */
	int64_t earliest;              /* ts of the first event, ns */
	struct stringtable left;       /* categories of events that are left out */
	uint32_t lastleft;             /* that of the one before */
	uint64_t *leftcounts;
	size_t leftroom;
	uint64_t timeless; /* events without a valid time */
	uint64_t unmatched; /* ends of events (phase E) that have not begun */
	uint64_t disordered; /* phases B and E that are earlier than the one before on the thread */
	uint64_t cut;      /* the offset at which the file ends too early; 0 if it is complete */
	bool truncated;    /* its compressed form is */
};

/* Adds the events that are left out although nst knows their category: arrows, projections and
 * marks, which tell nothing that other events do not tell, and functions of Python. */
void tracefileskipped(const struct tracefile *t, struct skipped *out);

/* Opens a trace and reads all of it. Ends the program if it cannot. tracefileclose frees. */
struct tracefile *tracefileopen(const struct sourcefile *f, const struct sourceoptions *options);

void tracefileclose(struct tracefile *t);

/* Returns the number of the process, or of the thread, of an event; adds a new one. Events without
 * a "tid" have the thread of an absent one. */
uint32_t tracefileprocess(struct tracefile *t, const struct traceevent *ev);
uint32_t tracefilethread(struct tracefile *t, const struct traceevent *ev);

/* Prints the events that were left out. Returns true if the trace is damaged. */
bool tracefilereport(const struct tracefile *t, bool everything);

#endif
