# nst: NVIDIA Nsight Systems profiles as streams of events.
# Programs land in build/bin. "make demo" and "make check" install what they need; the other
# targets use what is there.

VERSION := $(shell cat VERSION)
PREFIX ?= /usr/local
BINDIR ?= $(PREFIX)/bin
MANDIR ?= $(PREFIX)/share/man
CC ?= cc
CFLAGS ?= -O2 -g
BUILD ?= build
# "make V=1" shows the commands as they are.
V ?= 0
Q := $(if $(filter 0,$(V)),@)
say = $(if $(filter 0,$(V)),@echo '$(1) $(2)')
CALM := $(if $(filter 0,$(V)),-s)
# "make demo" and "make check" compile on all cores, unless "make -j N" says how many.
CORES = $(if $(filter -j% --jobserver%,$(MAKEFLAGS)),,-j $(shell nproc))

# Before what the user asks for, who has the last word. Fortified calls need an optimizer, and give
# way to another level and to the sanitizers.
WARNINGS := -Wall -Wextra -Wpedantic -Wshadow -Wwrite-strings -Wstrict-prototypes \
	-Wmissing-prototypes
override CFLAGS := -fstack-protector-strong -fPIE $(CFLAGS) -std=c11 $(WARNINGS)
override LDFLAGS := -pie -Wl,-z,relro,-z,now,--as-needed $(LDFLAGS)
FORTIFIED := $(SANITIZE)$(findstring -fsanitize,$(CFLAGS))
FORTIFIED += $(findstring _FORTIFY_SOURCE,$(CPPFLAGS) $(CFLAGS))
ifeq ($(strip $(FORTIFIED)),)
ifneq ($(filter-out -O0,$(filter -O%,$(CFLAGS))),)
override CPPFLAGS += -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2
endif
endif
override CPPFLAGS += -D_GNU_SOURCE -Ilib -I$(BUILD) -MMD -MP
override LDLIBS += -lpcre2-8 -lz -ldeflate -lzstd -llzma -lm
ifdef SANITIZE
BUILD := $(BUILD)/sanitize
override CFLAGS += -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
override LDFLAGS += -fsanitize=address,undefined
endif

PROGRAMS := $(patsubst bin/%.c,$(BUILD)/bin/%,$(wildcard bin/*.c))
SCRIPTS := $(patsubst scripts/%,$(BUILD)/bin/%,$(wildcard scripts/nst-*))
INSTALLED = $(PROGRAMS) $(SCRIPTS)
# What tests and benchmarks are made of.
TESTERS := $(patsubst tests/%.c,$(BUILD)/%,$(wildcard tests/unit/*.c tests/stream/*.c \
	tests/bench/*.c) tests/faults/every.c)
LIB := $(BUILD)/libnst.a
LIBOBJ := $(patsubst %.c,$(BUILD)/obj/%.o,$(wildcard lib/*/*.c lib/*/*/*.c))
HEADERS := $(sort $(wildcard lib/*/*.h lib/*/*/*.h))
MANS := $(wildcard man/*)

# What shells complete on command lines of the programs, who tell it themselves. They are asked
# after each build; completions are made again when an answer changed.
COMPLETIONS := $(BUILD)/completions/done
NAMES = $(notdir $(INSTALLED))

all: programs $(COMPLETIONS)
programs: $(PROGRAMS) $(SCRIPTS)

$(BUILD)/asked: $(PROGRAMS) $(SCRIPTS) scripts/completions
	$(Q)scripts/completions --describe $(BUILD)/bin >$(BUILD)/options.new
	$(Q)cmp -s $(BUILD)/options.new $(BUILD)/options || cp $(BUILD)/options.new $(BUILD)/options
	$(Q)touch $@
$(BUILD)/options: $(BUILD)/asked ;

$(COMPLETIONS): $(BUILD)/options scripts/completions
	$(call say,GEN,$(@D))
	$(Q)rm -rf $(@D)
	$(Q)scripts/completions $(BUILD)/bin $(@D)
	$(Q)touch $@

$(BUILD)/obj/%.o: %.c
	@mkdir -p $(@D)
	$(call say,CC,$<)
	$(Q)$(CC) $(CPPFLAGS) $(CFLAGS) -c -o $@ $<

VERSIONED := $(BUILD)/obj/lib/program/cli.o $(BUILD)/obj/tests/unit/cli.o
$(VERSIONED): VERSION
$(VERSIONED): override CPPFLAGS += -DNST_VERSION='"$(VERSION)"'

# What "nst help" lists: the pages, each with the line that says what it is.
$(BUILD)/pages.h: $(MANS)
	@mkdir -p $(@D)
	@awk '/^\.Nd / { \
		page = FILENAME; \
		sub(/.*\//, "", page); \
		what = substr($$0, 5); \
		gsub(/["\\]/, "\\\\&", what); \
		printf "\t{ \"%s\", '\''%s'\'', \"%s\" },\n", \
		    substr(page, 1, length(page) - 2), substr(page, length(page)), what }' \
		$(filter-out man/nst.1,$(MANS)) >$@.new
	@mv $@.new $@
$(BUILD)/obj/lib/front/front.o: $(BUILD)/pages.h

# What pages of nst-page are drawn with: one script of all files, in this order.
STYLE := lib/page/web/page.css
SCRIPT := $(filter-out %/main.js,$(sort $(wildcard lib/page/web/*.js))) lib/page/web/main.js
$(BUILD)/assets.h: $(STYLE) $(SCRIPT) scripts/assets
	@mkdir -p $(@D)
	$(call say,GEN,$@)
	$(Q)scripts/assets $(STYLE) $(SCRIPT) >$@.new
	$(Q)mv $@.new $@
$(BUILD)/obj/lib/page/document.o: $(BUILD)/assets.h

$(BUILD)/bin/%: $(BUILD)/obj/bin/%.o $(LIB)
	@mkdir -p $(@D)
	$(call say,LD,$@)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LDLIBS)

# The colours of pages in the light theme, which plots of nst-series have, too.
$(BUILD)/colors: $(STYLE)
	@mkdir -p $(@D)
	$(call say,GEN,$@)
	$(Q)sed -n -e '/^@media/q' -e 's/^\t--\([a-z0-9-]*\): \(#[0-9a-f]*\);$$/\1 \2/p' $< >$@.new
	$(Q)mv $@.new $@
$(BUILD)/bin/nst-series: $(BUILD)/colors

# Scripts know the version as programs do, and hold what they share.
SHARED := $(wildcard scripts/*.sh)
$(BUILD)/bin/%: scripts/% $(SHARED) VERSION
	@mkdir -p $(@D)
	$(call say,SH,$@)
	$(Q)sed -e 's/@VERSION@/$(VERSION)/' -e '/^@COLORS@$$/{r $(BUILD)/colors' -e 'd;}' \
		$(foreach s,$(SHARED),-e '/^\. $(subst /,\/,$s)$$/{r $s' -e 'd;}') $< >$@.new
	$(Q)chmod 755 $@.new
	$(Q)mv $@.new $@

$(TESTERS): $(BUILD)/%: $(BUILD)/obj/tests/%.o $(LIB)
	@mkdir -p $(@D)
	$(call say,LD,$@)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LDLIBS)

# Loaded before all else, it can't bring the sanitizers along; what it stands in for it can't have
# fortified.
FAULTFLAGS = $(filter-out -D_FORTIFY_SOURCE=%,$(CPPFLAGS)) $(filter-out -fsanitize=%,$(CFLAGS))
$(BUILD)/faults/fault.so: tests/faults/fault.c
	@mkdir -p $(@D)
	$(call say,LD,$@)
	$(Q)$(CC) $(FAULTFLAGS) -shared -fPIC -o $@ $<

# A program that ends tells the fuzzer first what it covered.
$(BUILD)/target/%: $(BUILD)/obj/tests/fuzz/%.o $(BUILD)/obj/tests/fuzz/fuzz.o $(LIB)
	@mkdir -p $(@D)
	$(call say,LD,$@)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -Wl,--wrap=exit -o $@ $^ $(LDLIBS)

$(BUILD)/bin/nst-chain $(BUILD)/bin/nst-dump $(BUILD)/bin/nst-mkreport $(BUILD)/target/% \
	$(TESTERS): override LDLIBS += -lsqlite3 -lm
$(BUILD)/bin/nst-chain $(BUILD)/bin/nst-dump $(BUILD)/bin/nst-import $(BUILD)/bin/nst-mkreport \
	$(BUILD)/target/% $(TESTERS): override LDLIBS += -llz4

# Not installed: only our programs use it.
$(LIB): $(LIBOBJ)
	$(call say,AR,$@)
	$(Q)rm -f $@
	$(Q)$(AR) -rcs $@ $^

$(BUILD)/sample.sqlite: $(BUILD)/bin/nst-sample $(BUILD)/bin/nst-chain
	$(call say,SAMPLE,$@)
	$(Q)$< --force $@

$(BUILD)/sample.nsys-rep: $(BUILD)/bin/nst-sample $(BUILD)/bin/nst-mkreport \
		$(BUILD)/bin/nst-chain
	$(call say,SAMPLE,$@)
	$(Q)$(BUILD)/bin/nst-sample --force --report $@

# Each header compiles alone, and all of them in one unit: one word has one meaning.
$(BUILD)/headers: $(HEADERS)
	@mkdir -p $(@D)
	@for h in $^ -; do \
		case $$h in -) set -- $^ ;; *) set -- $$h ;; esac; \
		printf '#include "%s"\n' "$$@" | \
		$(CC) $(CPPFLAGS) -MF /dev/null $(CFLAGS) -I. -Werror -fsyntax-only -xc - || \
			exit 1; \
	done
	@touch $@

# TESTS names the scripts to run: make check TESTS=tests/nst-link/*.t; what they skip is shown. JOBS
# of them run at a time, each for at most TEST_SECONDS. The longest start first, so that none of
# them is left alone at the end. Tests also wait, so there is one more of them than cores.
# Of a long list of cases, a script tries one of EVERY, and prints the SEED that says which. Scripts
# that TESTS names try all cases, and "make check-all" tries all cases of all scripts.
JOBS ?= $(shell expr $$(nproc) + 1)
ifdef TESTS
EVERY ?= 1
else
EVERY ?= 5
endif
FIRST := $(addprefix tests/,nst-page/browser.t nst-page/firefox.t faults/streamsmemory.t \
	faults/streams.t nst-parquet/faults.t faults/import.t nst-dump/schema.t unit/unit.t \
	viewers/pftrace.t)
REST := $(filter-out $(FIRST),$(sort $(wildcard tests/*/*.t)))
ifdef SANITIZE
# Texts, packages and browsers are the same with sanitizers. So are our scripts, whose programs
# have tests of their own. Tests that compare what programs write for whole profiles take long, and
# other scripts run the same code.
SAME := $(wildcard tests/bench/*.t tests/build/*.t tests/install/*.t tests/man/*.t \
	tests/viewers/*.t tests/nst-convert/*.t tests/nst-nsys/*.t tests/nst-parquet/*.t \
	tests/nst-profile/*.t tests/nst-series/*.t tests/nst-stats/*.t) \
	$(wildcard tests/nst-*/model.t tests/nst-*/oracle.t tests/nst-*/profiles.t) \
	$(addprefix tests/,nst-page/browser.t nst-page/firefox.t nst-page/figures.t \
	nst-answer/answer.t nst-chain/pipe.t nst-chain/window.t nst-chrome/kinetoprofiles.t \
	nst-chrome/labels.t nst-chrome/nsys2json.t nst-dump/jobs.t nst-dump/kineto.t \
	nst-dump/options.t nst-dump/reports.t nst-dump/windows.t nst-filter/states.t \
	nst-mkreport/roundtrip.t nst-page/trace.t nst-replay/replay.t nst-scrub/scrub.t \
	nst-sum/counterspans.t nst-sum/hist.t nst-sum/hostparts.t nst-sum/idle.t \
	nst-sum/intervals.t nst-sum/names.t nst-sum/queue.t nst-sum/ranks.t nst-sum/reports.t \
	nst-sum/stats.t nst-sum/windows.t nst/beside.t stream/cut.t stream/packed.t \
	stream/span.t stream/totals.t)
FIRST := $(filter-out $(SAME),$(FIRST))
REST := $(filter-out $(SAME),$(REST))
endif
TESTS ?= $(FIRST) $(REST)
check: bootstrap
	@$(MAKE) $(CALM) $(CORES) all testers $(BUILD)/headers $(BUILD)/sample.sqlite \
		$(BUILD)/sample.nsys-rep
	$(Q)BUILD=$(BUILD) EVERY=$(EVERY) prove -e tests/limit -j $(JOBS) --directives \
		$(PROVEFLAGS) $(TESTS)

check-all: EVERY = 1
check-all: check

# The tests of what changed, by tests/map, but for slow ones, and the unit tests: of files that are
# not as in HEAD, or as in BASE: make quick BASE=main.
BASE ?= HEAD
UNIT := tests/unit/unit.t
quick: bootstrap
	@$(MAKE) $(CALM) $(CORES) all testers \
		$(BUILD)/sample.sqlite $(BUILD)/sample.nsys-rep
	$(Q)changed=$$(git diff --name-only --no-renames $(BASE) && \
		git ls-files --others --exclude-standard) && \
		tests=$$(tests/choose $$changed | grep -v -x $(UNIT) || :) && \
		BUILD=$(BUILD) prove -j 2 --directives $(PROVEFLAGS) $(UNIT) $$tests

# Changes N random lines of lib, or of FILES, one at a time in a copy in $(BUILD)/mutate, and prints
# the changes that no test notices: HACKING.md says how to read them.
N ?= 20
SEED ?= $(shell date +%s)
FILES ?=
mutate: bootstrap
	@BUILD=$(BUILD) tests/mutate $(N) $(SEED) $(FILES)

# Takes what the golden cases give now for what they must give: look at the difference before you
# commit it.
goldens: all $(BUILD)/sample.sqlite
	REWRITE=1 BUILD=$(BUILD) prove $(sort $(wildcard tests/*/cases.t)) tests/nst/workday.t

# The pictures of README: the page of the sample in Chromium, which "scripts/bootstrap viewers"
# installs. Make them again when the page looks different.
picture: all $(BUILD)/sample.sqlite
	$(Q)PATH=$(abspath $(BUILD))/bin:$$PATH; export PATH; \
		nst-chain nst-dump $(BUILD)/sample.sqlite '|' nst-link '|' nst-step --any '|' \
			nst-state >$(BUILD)/picture.ndjson && \
		nst-skew $(BUILD)/picture.ndjson | nst-advise | \
			nst-page --title 'Two ranks train a transformer' >$(BUILD)/picture.html
	$(Q)node tests/nst-page/picture.mjs $(BUILD)/picture.html doc/page.png doc/timeline.png \
		12544505048 12683135939

# The manual as HTML, in $(BUILD)/html; index.html is its contents.
html:
	$(Q)rm -rf $(BUILD)/html
	$(Q)scripts/manhtml $(BUILD)/html $(VERSION) $(MANS)
	@echo 'The manual is in $(BUILD)/html/index.html'

testers: $(TESTERS) $(BUILD)/faults/fault.so

bootstrap:
	@scripts/bootstrap check

# What compilers do not say: "scripts/bootstrap lint" installs the tools. Headers are checked with
# what includes them; .clang-tidy says what is left out. cppcheck has one thread and starts first;
# it would need ten minutes for the long texts of headers that we generate, and does without them.
CORE := $(sort $(wildcard lib/*/*.c lib/*/*/*.c bin/*.c))
LINTFLAGS := -D_GNU_SOURCE -DNST_VERSION='"$(VERSION)"' -Ilib -I$(BUILD)
SHELLS = $(wildcard scripts/* tests/*.sh tests/*/*.sh tests/*/*.t tests/bench/*) \
	contrib/nsys2json tests/fuzz/fuzz tests/nst-convert/nsys tests/nst-perfetto/packets \
	tests/viewers/flame-tools tests/viewers/perfetto-query tests/viewers/picture
lint: cppcheck shellcheck $(CORE:%=$(BUILD)/lint/%)

cppcheck:
	$(call say,LINT,with cppcheck)
	$(Q)cppcheck --quiet --inline-suppr --error-exitcode=1 --std=c11 \
		--enable=warning,performance,portability \
		$(filter-out -I$(BUILD),$(LINTFLAGS)) lib bin $(wildcard tests/*/*.c)

shellcheck: $(BUILD)/lint/shells

$(BUILD)/lint/shells: $(filter-out %.c,$(SHELLS))
	@mkdir -p $(@D)
	$(call say,LINT,with shellcheck)
	$(Q)printf '%s\n' $^ | xargs -P $$(nproc) -n 50 shellcheck -x -S warning -s sh
	@touch $@

# clang's analyzer follows at most this many states of a function: a fifth of its default takes a
# quarter of the time. "make analyze" lets it follow all.
BRIEFLY := $(addprefix --extra-arg=,-Xclang -analyzer-config -Xclang max-nodes=50000)

$(BUILD)/lint/%: % $(HEADERS) $(BUILD)/pages.h $(BUILD)/assets.h .clang-tidy
	@mkdir -p $(@D)
	$(call say,LINT,$<)
	$(Q)clang-tidy --quiet $(BRIEFLY) $< -- -std=c11 $(LINTFLAGS)
	@touch $@

# Both analyzers, without limits: before a release. gcc's finds little that clang's does not. gcc 12
# takes the room in a buffer for NULL where it loses sight of its length: clang looks for that, too.
analyze: $(CORE:%=$(BUILD)/analyze/%)

$(BUILD)/analyze/%: % $(HEADERS) $(BUILD)/pages.h $(BUILD)/assets.h
	@mkdir -p $(@D)
	$(call say,ANALYZE,$<)
	$(Q)clang-tidy --quiet $< -- -std=c11 $(LINTFLAGS)
	$(Q)gcc -std=c11 $(LINTFLAGS) -fanalyzer -Wno-analyzer-null-argument -Werror -c $< \
		-o /dev/null
	@touch $@

# The main job on the sample, or on PROFILE: a report, or its export.
demo:
	@scripts/bootstrap build
	@$(MAKE) $(CALM) $(CORES) all $(if $(PROFILE),,$(BUILD)/sample.sqlite)
	@PATH=$(abspath $(BUILD))/bin:$$PATH \
		scripts/demo "$(or $(PROFILE),$(BUILD)/sample.sqlite)" "$(BUILD)/demo"

# The programs against SQLite alone, on BENCH_N copies of a profile and on one of many runs:
# doc/benchmarks.md says how to read it. PARTS='programs runs' names some of its tables, and RUNS
# how often each line is measured. "make benchmarks" puts them into doc/benchmarks.md.
BENCH_N ?= 160
PARTS ?=
BENCH_REAL := $(wildcard ../shared/profiles/pytorch-2gpu-3.25.0.sqlite)
BENCH_FROM ?= $(or $(BENCH_REAL),$(BUILD)/sample.sqlite)
bench benchmarks: all $(BUILD)/sample.sqlite $(BUILD)/bench/floor $(BUILD)/bench/measure
	BUILD=$(BUILD) tests/bench/$@ $(BENCH_FROM) $(BENCH_N) $(PARTS)

# The figures of doc/guide.md about sizes of traces, measured on the first profile of make bench.
guide: all $(BUILD)/bench/measure
	BUILD=$(BUILD) tests/bench/guide $(BENCH_FROM) $(BENCH_N)

# What an event costs as profiles grow; takes minutes and gigabytes, less of both with a smaller
# GROWTH_MAX.
GROWTH_MAX ?= 10000000
growth: all $(BUILD)/sample.sqlite $(BUILD)/bench/measure
	BUILD=$(BUILD) tests/bench/growth $(GROWTH_MAX)

# Inputs that libFuzzer makes, through the parsers and programs: FUZZ names the targets, each of
# which runs for FUZZ_SECONDS, divided among FUZZ_BUILDS: quick is without AddressSanitizer, which
# makes it slow to start a program. Of NULL + 0, which an empty buffer begins with, clang alone
# complains.
FUZZERS := $(filter-out tests/fuzz/fuzz.c,$(wildcard tests/fuzz/*.c))
FUZZ ?= $(sort $(patsubst tests/fuzz/%.c,%,$(FUZZERS)))
FUZZ_SECONDS ?= 60
FUZZ_SEED ?= 0
FUZZ_BUILDS ?= quick asan
FUZZ_CFLAGS := -O1 -g -fsanitize=fuzzer-no-link -fno-sanitize=pointer-overflow \
	-fno-sanitize-recover=all
FUZZ_SANITIZERS_quick := undefined
FUZZ_SANITIZERS_asan := address,undefined
fuzz: bootstrap
	@$(foreach b,$(FUZZ_BUILDS),$(MAKE) -s -j $(JOBS) BUILD=$(BUILD)/fuzz/$b CC=clang \
		CFLAGS='-fsanitize=$(FUZZ_SANITIZERS_$b) $(FUZZ_CFLAGS)' \
		LDFLAGS='-fsanitize=fuzzer,$(FUZZ_SANITIZERS_$b)' \
		$(FUZZ:%=$(BUILD)/fuzz/$b/target/%) &&) :
	BUILD=$(BUILD) tests/fuzz/fuzz $(FUZZ_SECONDS) $(FUZZ_SEED) '$(FUZZ_BUILDS)' $(FUZZ)

# Programs for people to install: with gcc, optimized across files for what the sample makes them
# do, they take a tenth to a sixth less. They land in $(BUILD)/release.
RELEASE := $(BUILD)/release
RELEASE_MAKE = $(MAKE) BUILD=$(abspath $(RELEASE)) AR=gcc-ar
RELEASE_CFLAGS := -O2 -g -flto=auto
release: $(BUILD)/sample.sqlite $(BUILD)/sample.nsys-rep
	rm -rf $(RELEASE)
	$(RELEASE_MAKE) CFLAGS='$(RELEASE_CFLAGS) -fprofile-generate -fprofile-update=atomic' all
	scripts/train $(RELEASE)/bin $(BUILD)/sample.sqlite $(BUILD)/sample.nsys-rep \
		$(RELEASE)/train
	find $(RELEASE) -type f ! -name '*.gcda' -delete
	$(RELEASE_MAKE) CFLAGS='$(RELEASE_CFLAGS) -fprofile-use -fprofile-partial-training \
		-Wno-missing-profile' all

# Where shells look for completions; the one of bash is a file for all, found under each name.
DATADIR ?= $(PREFIX)/share
BASHDIR = $(DESTDIR)$(DATADIR)/bash-completion/completions
ZSHDIR = $(DESTDIR)$(DATADIR)/zsh/site-functions
FISHDIR = $(DESTDIR)$(DATADIR)/fish/vendor_completions.d
DOCDIR = $(DESTDIR)$(DATADIR)/doc/nst
DOCS = README.md CONTRIBUTING.md HACKING.md SECURITY.md NEWS LICENSE
FURTHER = $(wildcard doc/*)

install: all
	$(Q)install -d $(DESTDIR)$(BINDIR) $(foreach s,1 5 7,$(DESTDIR)$(MANDIR)/man$s) \
		$(BASHDIR) $(ZSHDIR) $(FISHDIR) $(DOCDIR)
	$(Q)install -m 755 $(INSTALLED) $(DESTDIR)$(BINDIR)
	$(Q)$(foreach s,1 5 7,install -m 644 $(wildcard man/*.$s) $(DESTDIR)$(MANDIR)/man$s;)
	$(Q)install -m 644 $(BUILD)/completions/bash/nst $(BASHDIR)
	$(Q)for name in $(filter-out nst,$(NAMES)); do ln -sf nst $(BASHDIR)/$$name || exit; done
	$(Q)install -m 644 $(BUILD)/completions/zsh/_nst $(ZSHDIR)
	$(Q)install -m 644 $(BUILD)/completions/fish/*.fish $(FISHDIR)
	$(Q)install -m 644 $(DOCS) $(DOCDIR)
	$(Q)install -d $(DOCDIR)/doc
	$(Q)install -m 644 $(FURTHER) $(DOCDIR)/doc
	@echo 'installed programs in $(DESTDIR)$(BINDIR), manual pages in $(DESTDIR)$(MANDIR)'

# Folders that are empty behind it go, too, but for those that others have.
uninstall:
	$(Q)rm -f $(addprefix $(DESTDIR)$(BINDIR)/,$(NAMES))
	$(Q)rm -f $(foreach m,$(MANS),$(DESTDIR)$(MANDIR)/man$(subst .,,$(suffix $m))/$(notdir $m))
	$(Q)rm -f $(addprefix $(BASHDIR)/,$(NAMES)) $(ZSHDIR)/_nst \
		$(patsubst %,$(FISHDIR)/%.fish,$(NAMES)) \
		$(addprefix $(DOCDIR)/,$(DOCS) $(FURTHER))
	$(Q)rmdir -p --ignore-fail-on-non-empty $(wildcard $(DOCDIR)/doc $(DOCDIR) \
		$(BASHDIR) $(ZSHDIR) $(FISHDIR) \
		$(foreach s,1 5 7,$(DESTDIR)$(MANDIR)/man$s) $(DESTDIR)$(BINDIR)) \
		2>/dev/null || :
	@echo 'removed programs from $(DESTDIR)$(BINDIR), manual pages from $(DESTDIR)$(MANDIR)'

# What git has at this commit, as a release: NEWS must tell of it, and of its day.
dist:
	@grep -q '^nst $(VERSION) ([0-9]\{4\}-[0-9][0-9]-[0-9][0-9])$$' NEWS || \
		{ echo 'dist: NEWS has no nst $(VERSION) (YYYY-MM-DD)' >&2; exit 1; }
	@mkdir -p $(BUILD)
	git archive --prefix=nst-$(VERSION)/ -o $(BUILD)/nst-$(VERSION).tar.gz HEAD

# Packages of this commit, in build/deb and build/static.
deb:
	@scripts/bootstrap package
	@scripts/package deb $(BUILD)/deb

static:
	@scripts/bootstrap build
	@scripts/package static $(BUILD)/static

clean:
	rm -rf build

-include $(wildcard $(addprefix $(BUILD)/,*/*.d */*/*.d */*/*/*.d */*/*/*/*.d))

.PHONY: all programs release bench benchmarks growth fuzz lint cppcheck shellcheck analyze check \
	check-all quick mutate goldens guide picture html testers bootstrap demo install uninstall \
	dist clean
.SECONDARY:
