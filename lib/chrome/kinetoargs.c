/* SPDX-License-Identifier: MIT */
#include "base/json.h"
#include "kinetoargs.h"

void
kinetoargsread(struct kinetoargs *a, const struct event *ev)
{
	struct kinetoarg arg = { .taken = false };
	struct json j;

	a->count = 0;
	if (!evhas(ev, KEY_ARGS) || *ev->value[KEY_ARGS].p != '{')
		return;
	jsonopen(&j, ev->value[KEY_ARGS].p, ev->stack);
	while (jsonnext(&j, &arg.key, &arg.value) > 0) {
		GROW(a->p, a->room, a->count + 1);
		a->p[a->count++] = arg;
	}
}

struct kinetoarg *
kinetoargsfind(const struct kinetoargs *a, const char *key)
{
	for (size_t i = 0; i < a->count; i++)
		if (spanis(a->p[i].key, key))
			return &a->p[i];
	return NULL;
}

struct span
kinetoargstake(struct kinetoargs *a, const char *key)
{
	struct kinetoarg *arg = kinetoargsfind(a, key);

	if (!arg)
		return (struct span){ NULL, 0 };
	arg->taken = true;
	return arg->value;
}

struct span
kinetoargstext(struct kinetoargs *a, const char *key)
{
	struct kinetoarg *arg = kinetoargsfind(a, key);

	if (!arg || !jsonisstring(arg->value))
		return (struct span){ NULL, 0 };
	arg->taken = true;
	return (struct span){ arg->value.p + 1, arg->value.n - 2 };
}

bool
kinetoargsint(struct kinetoargs *a, const char *key, int64_t *v)
{
	struct kinetoarg *arg = kinetoargsfind(a, key);

	if (!arg || !jsonint(arg->value, v))
		return false;
	arg->taken = true;
	return true;
}

void
kinetoargskey(struct buf *out, const char *key)
{
	if (out->p[out->n - 1] != '{')
		bufchar(out, ',');
	bufchar(out, '"');
	bufstr(out, key);
	bufstr(out, "\":");
}

void
kinetoargsrest(const struct kinetoargs *a, struct buf *out)
{
	for (size_t i = 0; i < a->count; i++) {
		if (a->p[i].taken)
			continue;
		if (out->p[out->n - 1] != '{')
			bufchar(out, ',');
		bufchar(out, '"');
		jsonclean(out, a->p[i].key);
		bufstr(out, "\":");
		jsonclean(out, a->p[i].value);
	}
}
