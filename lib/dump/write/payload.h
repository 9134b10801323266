/* SPDX-License-Identifier: MIT */
/*
 * Payloads of NVTX events: bytes of the traced program. It registers schemas that describe their
 * layout (nvToolsExtPayload.h of NVTX). A blob of an export has a head of 32 bytes, little-endian:
 * domain (4 bytes, 4 unused), schema (4, 4 unused), length of the payload (8), length of all (8).
 */
#ifndef NST_PAYLOAD_H
#define NST_PAYLOAD_H

#include "base/mem.h"
#include "source/source.h"

/* The schemas of a profile. */
struct payloads;

/* Reads the schemas from fact tables; payloadsfree frees. */
struct payloads *payloadsopen(struct source *s);

/* Writes a blob as JSON: an object with the entries of its schema; a string of hexadecimal digits
 * if the schema is unknown, does not fit, or makes much more text than the blob has bytes. */
void payloadput(struct payloads *all, struct span blob, struct buf *out);

/* Frees the schemas; all may be NULL. */
void payloadsfree(struct payloads *all);

#endif
