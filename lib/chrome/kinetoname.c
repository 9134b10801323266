/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <stdlib.h>

#include "base/json.h"
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

/* The callback ids of CUPTI, as traces of PyTorch have them: those of cupti_runtime_cbid.h and
 * cupti_driver_cbid.h, which never change. In order of names. */
static const struct callnumber {
	const char *name;
	int number;
} callnumbers[] = {
	{ "cuLaunchKernel", 307 },
	{ "cuLaunchKernelEx", 652 },
	{ "cudaDeviceGetAttribute", 200 },
	{ "cudaDeviceGetStreamPriorityRange", 205 },
	{ "cudaDeviceSynchronize", 165 },
	{ "cudaDriverGetVersion", 1 },
	{ "cudaEventElapsedTime", 139 },
	{ "cudaEventQuery", 138 },
	{ "cudaEventRecord", 135 },
	{ "cudaEventRecordWithFlags", 370 },
	{ "cudaEventSynchronize", 137 },
	{ "cudaFree", 22 },
	{ "cudaFuncGetAttributes", 15 },
	{ "cudaFuncSetAttribute", 273 },
	{ "cudaGetDeviceCount", 3 },
	{ "cudaGetDeviceProperties", 4 },
	{ "cudaGetFuncBySymbol", 336 },
	{ "cudaGetSymbolAddress", 53 },
	{ "cudaGraphLaunch", 311 },
	{ "cudaHostAlloc", 27 },
	{ "cudaHostGetDevicePointer", 28 },
	{ "cudaLaunchKernel", 211 },
	{ "cudaLaunchKernelExC", 430 },
	{ "cudaMalloc", 20 },
	{ "cudaMemcpy", 31 },
	{ "cudaMemcpyAsync", 41 },
	{ "cudaMemsetAsync", 51 },
	{ "cudaOccupancyMaxActiveBlocksPerMultiprocessor", 210 },
	{ "cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags", 251 },
	{ "cudaPeekAtLastError", 11 },
	{ "cudaPointerGetAttributes", 151 },
	{ "cudaStreamCreateWithFlags", 198 },
	{ "cudaStreamCreateWithPriority", 202 },
	{ "cudaStreamGetCaptureInfo", 324 },
	{ "cudaStreamGetCaptureInfo_v2", 409 },
	{ "cudaStreamGetPriority", 203 },
	{ "cudaStreamIsCapturing", 317 },
	{ "cudaStreamSynchronize", 131 },
	{ "cudaStreamWaitEvent", 147 },
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

/* Returns true if a text is a JSON array. */
static bool
isarray(struct span text)
{
	struct buf copy = { 0 }, stack = { 0 };
	const char *end;
	bool whole;

	bufspan(&copy, text);
	jsonpad(&copy);
	end = jsonskip(copy.p, &stack);
	whole = end == copy.p + text.n && *copy.p == '[';
	free(copy.p);
	free(stack.p);
	return whole;
}

/* Cuts ", KEY = [LIST]" off the end of a name. lead is the text before the list, which has only
 * numbers, brackets and parentheses. */
static bool
kinetotakelist(struct span *name, const char *lead, struct span *list)
{
	const char *p = name->p + name->n, *end = p;
	size_t n = strlen(lead);

	if (name->n == 0 || p[-1] != ']')
		return false;
	while (p > name->p && strchr("0123456789[](), -", p[-1]))
		p--;
	if ((size_t)(p - name->p) < n - 1 || memcmp(p - (n - 1), lead, n - 1) != 0 || *p != ' ')
		return false;
	*list = (struct span){ p + 1, (size_t)(end - p - 1) };
	name->n = (size_t)(p - name->p) - (n - 1);
	return true;
}

/* Cuts the lists that PyTorch appends to the name of an operator: ", sizes = [[2, 3]],
 * input_op_ids = [(1,0)]". Returns true if it has any. */
static bool
kinetotakelists(struct kinetorange *r)
{
	struct span name = r->name;

	kinetotakelist(&name, ", input_op_ids = ", &r->inputs);
	if (kinetotakelist(&name, ", sizes = ", &r->sizes) && !isarray(r->sizes)) {
		r->sizes = r->inputs = (struct span){ NULL, 0 };
		return false;
	}
	r->name = name;
	return r->sizes.n > 0 || r->inputs.n > 0;
}

void
kinetorangeread(struct kinetorange *r, struct span name, struct span domain)
{
	struct operator operator;
	bool numbered;

	*r = (struct kinetorange){ .name = name };
	numbered = kinetotakelists(r);
	numbered = labeloperator(&operator, r->name) || numbered;
	r->name = operator.name;
	r->seq = operator.seq;
	r->op_id = operator.id;
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

static int
callnumbercompare(const void *key, const void *row)
{
	const struct span *name = key;
	const struct callnumber *call = row;
	size_t n = strlen(call->name);
	int order = memcmp(name->p, call->name, name->n < n ? name->n : n);

	return order != 0 ? order : (name->n > n) - (name->n < n);
}

int
kinetocallnumber(struct span name)
{
	const struct callnumber *call =
	    bsearch(&name, callnumbers, sizeof(callnumbers) / sizeof(*callnumbers),
	        sizeof(*callnumbers), callnumbercompare);

	return call ? call->number : -1;
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
