/* SPDX-License-Identifier: MIT */
/* Writes the objects of a Kineto trace. */
#include "base/json.h"
#include "chrome.h"
#include "io/out.h"
#include "kineto.h"

void
kinetobegin(struct kineto *k, char phase, const char *category, struct span name)
{
	struct buf *out = &k->out;

	k->complete = out->n;
	bufstr(out, k->any ? ",\n{\"ph\":\"" : "\n{\"ph\":\"");
	bufchar(out, phase);
	if (category) {
		bufstr(out, "\",\"cat\":\"");
		bufstr(out, category);
	}
	bufstr(out, "\",\"name\":\"");
	jsonclean(out, name);
	bufchar(out, '"');
	k->any = true;
}

/* Notes that a track is in use. */
static void
kinetousetrack(struct kineto *k, struct kinetotrack track)
{
	struct mapkey key = { (uint64_t)track.device, (uint64_t)track.tid };
	bool fresh;

	mapput(&k->trackids, key, &fresh);
	if (!fresh)
		return;
	GROW(k->tracks, k->tracksroom, k->trackids.used);
	k->tracks[k->trackids.used - 1] = track;
}

void
kinetoplace(struct kineto *k, struct kinetotrack track, int64_t ts, int64_t dur)
{
	struct buf *out = &k->out;

	kinetousetrack(k, track);
	bufstr(out, ",\"pid\":");
	bufint(out, track.device >= 0 ? track.device : k->pid);
	bufstr(out, ",\"tid\":");
	bufint(out, track.tid);
	bufstr(out, ",\"ts\":");
	chromeputmicros(out, subsat(ts, k->origin));
	if (dur >= 0) {
		bufstr(out, ",\"dur\":");
		chromeputmicros(out, dur);
	}
	bufstr(out, ",\"args\":{");
}

void
kinetokey(struct kineto *k, const char *name)
{
	kinetoargskey(&k->out, name);
}

void
kinetointeger(struct kineto *k, const char *name, int64_t v)
{
	kinetokey(k, name);
	bufint(&k->out, v);
}

void
kinetofinish(struct kineto *k)
{
	bufstr(&k->out, "}}");
	k->complete = k->out.n;
	if (k->out.n >= OUT_BLOCK) {
		outwrite(&k->out);
		k->complete = 0;
	}
}
