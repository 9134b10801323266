/* SPDX-License-Identifier: MIT */
/* color.h and filter/scheme.h: colours, and colour schemes. */
#include <stdlib.h>

#include "child.h"
#include "filter/scheme.h"
#include "gpu/color.h"
#include "program/cli.h"
#include "tap.h"

#define TEXT(s) { s, sizeof(s) - 1 }

/* Checks the colour that a scheme gives to a name. */
static void
colors(const struct scheme *s, struct span name, const char *want)
{
	const char *got = schemecolor(s, name);

	ok(got ? want && strcmp(got, want) == 0 : !want, "%s is %s (%s)", name.p,
	    want ? want : "not coloured", got ? got : "none");
}

static void
order(void)
{
	struct scheme s = { 0 };

	colors(&s, (struct span)TEXT("anything"), NULL);
	schemeread(&s, "color", "{}");
	ok(s.count == 0 && !schemecolor(&s, (struct span)TEXT("x")), "an empty scheme");
	schemefree(&s);
	schemeread(&s, "color", " { \"gemm\" : \"good\" ,\n\"^nccl\":\"bad\",\"\":\"grey\"} \n");
	ok(s.count == 3, "three rules");
	colors(&s, (struct span)TEXT("sgemm_nccl"), "good");
	colors(&s, (struct span)TEXT("ncclAllReduce_gemm"), "good");
	colors(&s, (struct span)TEXT("ncclAllReduce"), "bad");
	colors(&s, (struct span)TEXT("my_nccl"), "grey");
	colors(&s, (struct span)TEXT(""), "grey");
	schemefree(&s);
	ok(s.count == 0 && !s.rules, "a freed scheme has none");
	schemeread(&s, "color", "{\"\":\"grey\",\"a\":\"good\"}");
	colors(&s, (struct span)TEXT("a"), "grey");
	schemefree(&s);
	schemeread(&s, "color", "{\"a\":\"good\",\"a\":\"bad\"}");
	colors(&s, (struct span)TEXT("a"), "good");
	schemefree(&s);
	schemeread(
	    &s, "color", "{\"b\":\"good\",\"a\":\"bad\",\"c\":\"terrible\",\"B\":\"yellow\"}");
	colors(&s, (struct span)TEXT("cba"), "good");
	colors(&s, (struct span)TEXT("ca"), "bad");
	colors(&s, (struct span)TEXT("c"), "terrible");
	colors(&s, (struct span)TEXT("B"), "yellow");
	schemefree(&s);
	schemeread(
	    &s, "color", "{\"a\\\\.b\":\"g\\u006fod\",\"\\u0078y\":\"bad\",\"\\\"\":\"olive\"}");
	colors(&s, (struct span)TEXT("a.b"), "good");
	colors(&s, (struct span)TEXT("axb"), NULL);
	colors(&s, (struct span)TEXT("xy"), "bad");
	colors(&s, (struct span)TEXT("\""), "olive");
	colors(&s, (struct span)TEXT("0\0xy"), "bad");
	schemefree(&s);
}

static void
everycolor(void)
{
	/* those of trace_viewer's color_scheme.html */
	static const char *const known[] = {
		"thread_state_uninterruptible",
		"thread_state_iowait",
		"thread_state_running",
		"thread_state_runnable",
		"thread_state_sleeping",
		"thread_state_unknown",
		"background_memory_dump",
		"light_memory_dump",
		"detailed_memory_dump",
		"vsync_highlight_color",
		"generic_work",
		"good",
		"bad",
		"terrible",
		"black",
		"grey",
		"white",
		"yellow",
		"olive",
		"rail_response",
		"rail_animation",
		"rail_idle",
		"rail_load",
		"startup",
		"heap_dump_stack_frame",
		"heap_dump_object_type",
		"heap_dump_child_node_arrow",
		"cq_build_running",
		"cq_build_passed",
		"cq_build_failed",
		"cq_build_abandoned",
		"cq_build_attempt_runnig",
		"cq_build_attempt_passed",
		"cq_build_attempt_failed",
	};
	size_t good = 0;

	for (size_t i = 0; i < sizeof(known) / sizeof(*known); i++) {
		struct buf text = { 0 };
		struct scheme s = { 0 };

		bufprintf(&text, "{\"x\":\"%s\"}", known[i]);
		bufchar(&text, '\0');
		schemeread(&s, "color", text.p);
		good += strcmp(schemecolor(&s, (struct span){ "x", 1 }), known[i]) == 0;
		schemefree(&s);
		free(text.p);
	}
	ok(good == sizeof(known) / sizeof(*known), "every colour that Chrome knows");
}

static void
readscheme(const void *text)
{
	struct scheme s = { 0 };

	schemeread(&s, "color", text);
	printf("%zu", s.count);
}

static void
refused(void)
{
	static const struct {
		const char *text, *why;
		int status;
	} table[] = {
		{ "{\"a\":\"goood\"}", "'good'", USAGE },
		{ "{\"a\":\"gray\"}", "'grey'", USAGE },
		{ "{\"a\":\"Good\"}", "'good'", USAGE },
		{ "{\"a\":\"generic-work\"}", "'generic_work'", USAGE },
		{ "{\"a\":\"cq_build_attempt_running\"}", "'cq_build_attempt_runnig'", USAGE },
		{ "{\"a\":\"#ff0000\"}", "#ff0000", USAGE },
		{ "{\"a\":\"\"}", "no colour", USAGE },
		{ "{\"a\":\"good\",\"b\":\"ugly\"}", "'ugly'", USAGE },
		{ "{\"a\":\"good\\u0000\"}", "colour", USAGE },
		{ "{\"a\":\"good \"}", "'good'", USAGE },
		{ "{\"a\":1}", "'a' is not a string", USAGE },
		{ "{\"a\":null}", "is not a string", USAGE },
		{ "{\"a\":[\"good\"]}", "is not a string", USAGE },
		{ "{\"(\":\"good\"}", "bad pattern '('", USAGE },
		{ "", "not a JSON object", USAGE },
		{ "[]", "not a JSON object", USAGE },
		{ "gemm=good", "not a JSON object", USAGE },
		{ "{\"a\":\"good\",}", "byte 13", USAGE },
		{ "{\"a\":\"good\"", "byte", USAGE },
		{ "{\"a\" \"good\"}", "byte 6", USAGE },
		{ "{\"a\":\"good\"} x", "text after", USAGE },
		{ "{\"a\":\"good\"}{}", "text after", USAGE },
		{ "@/nonexistent/scheme.json", "No such file or directory", FAILED },
		{ "@", "No such file or directory", FAILED },
		{ "@/", "Is a directory", FAILED },
	};

	for (size_t i = 0; i < sizeof(table) / sizeof(*table); i++) {
		struct child c = childrun(readscheme, table[i].text, NULL);

		ok(c.status == table[i].status && strncmp(c.err.p, "test: --color: ", 15) == 0 &&
		        strstr(c.err.p, table[i].why),
		    "scheme %s: %s (status %d)", table[i].text, table[i].why, c.status);
		childfree(&c);
	}
}

/* Writes a scheme to a file and reads it from there. */
static struct child
readfrom(struct span text)
{
	char *path = childfile(text);
	struct buf option = { 0 };
	struct child c;

	bufprintf(&option, "@%s", path);
	bufchar(&option, '\0');
	c = childrun(readscheme, option.p, NULL);
	free(option.p);
	childremove(path);
	return c;
}

static void
files(void)
{
	struct buf text = { 0 };
	struct child c =
	    readfrom((struct span)TEXT("{\n\t\"a\": \"good\",\r\n\t\"b\": \"bad\"\n}\n"));

	ok(c.status == 0 && strcmp(c.out.p, "2") == 0, "a scheme in a file");
	childfree(&c);
	c = readfrom((struct span)TEXT("{\"a\":\"good\"}\0"));
	ok(c.status == USAGE && strstr(c.err.p, "byte 13"), "a NUL behind it");
	childfree(&c);
	c = readfrom((struct span)TEXT(""));
	ok(c.status == USAGE && strstr(c.err.p, "not a JSON object"), "an empty file");
	childfree(&c);
	bufstr(&text, "{");
	for (int i = 0; i < 2000; i++)
		bufprintf(&text, "%s\"pattern%d\":\"good\"", i ? "," : "", i);
	bufstr(&text, "}");
	c = readfrom(bufall(&text));
	ok(c.status == 0 && strcmp(c.out.p, "2000") == 0, "two thousand rules");
	childfree(&c);
	free(text.p);
}

int
main(void)
{
	cliinit("test", "");
	order();
	everycolor();
	refused();
	files();
	return tapend();
}
