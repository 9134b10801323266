/* SPDX-License-Identifier: MIT */
#include "base/row.h"
#include "kind.h"

enum {
	INTEGER = 1 << CELL_INT,
	NUMBER = INTEGER | 1 << CELL_REAL,
	TEXT = 1 << CELL_TEXT,
	BYTES = TEXT | 1 << CELL_BLOB,
	ANY = NUMBER | BYTES
};

const struct kindfacts kinds[KINDS] = {
	[K_ONLY] = { .unwritten = true, .classes = true, .aux = true },
	[K_NOT] = { .unwritten = true, .classes = true, .aux = true },
	[K_SHAPE] = { .unwritten = true },
	[K_ARGS] = { .bare = true },
	[K_START] = { .types = INTEGER, .unwritten = true },
	[K_STOP] = { .types = INTEGER, .unwritten = true },
	[K_CLOSE] = { .types = INTEGER, .unwritten = true },
	[K_THREAD] = { .types = INTEGER, .role = ROLE_THREAD },
	[K_PROCESS] = { .types = INTEGER, .role = ROLE_PROCESS },
	[K_ENDTHREAD] = { .types = INTEGER },
	[K_DEVICE] = { .types = INTEGER, .plain = true, .role = ROLE_DEVICE },
	[K_GPU] = { .types = INTEGER, .plain = true, .role = ROLE_GPU },
	[K_TYPEGPU] = { .types = INTEGER, .plain = true, .mask = 0xFF, .role = ROLE_GPU },
	[K_CONTEXT] = { .types = INTEGER, .plain = true, .role = ROLE_CONTEXT },
	[K_STREAM] = { .types = INTEGER, .plain = true, .silent = SILENT_U32,
		.role = ROLE_STREAM },
	[K_DOMAIN] = { .types = INTEGER, .quoted = true, .silent = SILENT_ZERO,
		.role = ROLE_DOMAIN },
	[K_INT] = { .types = INTEGER, .plain = true },
	[K_UINT] = { .types = INTEGER },
	[K_REAL] = { .types = NUMBER },
	[K_COUNT] = { .types = INTEGER, .plain = true, .silent = SILENT_ZERO },
	[K_U32] = { .types = INTEGER, .plain = true, .silent = SILENT_U32 },
	[K_NUMBER] = { .types = NUMBER, .plain = true },
	[K_ELEMENT] = { .types = INTEGER },
	[K_PERIOD] = { .types = INTEGER },
	[K_LOOKUP] = { .types = ANY, .aux = true },
	[K_JSON] = { .types = ANY },
	[K_MEMBERS] = { .types = TEXT },
	[K_PAYLOAD] = { .types = BYTES },
	[K_STACK] = { .types = INTEGER, .aux = true },
	[K_TEXT] = { .types = TEXT, .quoted = true },
	[K_STRING] = { .types = INTEGER, .quoted = true },
	[K_LABEL] = { .types = INTEGER, .quoted = true, .aux = true },
	[K_CODE] = { .types = INTEGER, .quoted = true, .silent = SILENT_ZERO, .aux = true },
	[K_NUMBERED] = { .types = INTEGER, .quoted = true },
	[K_CONSTANT] = { .types = INTEGER, .quoted = true, .bare = true },
	[K_CATEGORY] = { .types = INTEGER, .quoted = true, .silent = SILENT_ZERO,
		.role = ROLE_CATEGORY },
	[K_COLOR] = { .types = INTEGER, .quoted = true },
};
