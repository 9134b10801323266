/* SPDX-License-Identifier: MIT */
#include <ctype.h>

#include "draw/label.h"
#include "kinetoname.h"

/* The namespaces of operators. */
static const char *const namespaces[] = { "aten::", "autograd::", "c10::", "c10d::",
	"c10d_functional::", "_c10d_functional::", "fbgemm::", "flash_attn::", "prim::", "prims::",
	"profiler::", "quantized::", "symm_mem::", "torch::", "torchaudio::", "torchvision::",
	"xformers::" };

/* Pairs of what nst and Kineto call something. */
struct kinetopair {
	const char *ours, *kineto;
};

static const struct kinetopair copies[] = {
	{ "Host-to-Device", "HtoD" },
	{ "Device-to-Host", "DtoH" },
	{ "Host-to-Array", "HtoA" },
	{ "Array-to-Host", "AtoH" },
	{ "Array-to-Array", "AtoA" },
	{ "Array-to-Device", "AtoD" },
	{ "Device-to-Array", "DtoA" },
	{ "Device-to-Device", "DtoD" },
	{ "Host-to-Host", "HtoH" },
	{ "Peer-to-Peer", "PtoP" },
	{ NULL, NULL },
};

static const struct kinetopair waits[] = {
	{ "Stream wait event", "Stream Wait Event" },
	{ "Stream synchronize", "Stream Sync" },
	{ "Event synchronize", "Event Sync" },
	{ "Context synchronize", "Context Sync" },
	{ NULL, NULL },
};

/* Domains that are categories: nst-dump makes them of a trace. */
static const char *const domains[] = { "cpu_op", "user_annotation", "python_function" };

static const char *
kinetopairof(const struct kinetopair *list, struct span ours)
{
	for (; list->ours; list++)
		if (spanis(ours, list->ours))
			return list->kineto;
	return NULL;
}

/* Returns true if a range without a domain is an operator: its name begins with a namespace of
 * PyTorch. If PyTorch numbered it, it may also be an identifier, as "AddmmBackward0" is; names that
 * the user chose mostly have other characters, such as "FSDP::forward (layer)". */
static bool
kinetooperator(struct span name, bool numbered)
{
	for (size_t i = 0; i < sizeof(namespaces) / sizeof(*namespaces); i++) {
		size_t n = strlen(namespaces[i]);

		if (name.n > n && memcmp(name.p, namespaces[i], n) == 0)
			return true;
	}
	for (size_t i = 0; numbered && i < name.n; i++)
		if (!isalnum((unsigned char)name.p[i]) && name.p[i] != '_')
			return false;
	return numbered;
}

void
kinetorangeread(struct kinetorange *r, struct span name, struct span domain)
{
	struct operator operator;
	bool numbered = labeloperator(&operator, name);

	*r = (struct kinetorange){ operator.name, operator.seq, operator.id, NULL, false };
	for (size_t i = 0; i < sizeof(domains) / sizeof(*domains); i++)
		if (spanis(domain, domains[i]))
			r->category = domains[i];
	r->owndomain = r->category;
	if (r->category)
		return;
	r->category = "user_annotation";
	if (domain.n == 0 && kinetooperator(r->name, numbered))
		r->category = "cpu_op";
}

const char *
kinetocallcategory(struct span name)
{
	bool driver = name.n > 2 && memcmp(name.p, "cu", 2) == 0;

	return driver && isupper((unsigned char)name.p[2]) ? "cuda_driver" : "cuda_runtime";
}

struct span
kinetosyncname(struct span name)
{
	const char *kineto = kinetopairof(waits, name);

	return kineto ? spanof(kineto) : name;
}

bool
kinetocopyname(struct buf *out, struct span kind, struct span from, struct span to)
{
	const char *kineto = kinetopairof(copies, kind);

	if (!kineto)
		return false;
	bufstr(out, "Memcpy ");
	bufstr(out, kineto);
	if (from.n == 0 || to.n == 0)
		return true;
	bufstr(out, " (");
	bufspan(out, from);
	bufstr(out, " -> ");
	bufspan(out, to);
	bufchar(out, ')');
	return true;
}
