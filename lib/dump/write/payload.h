/* SPDX-License-Identifier: MIT */
/*
 * Payloads of NVTX events: bytes as the program gave them, laid out by schemas that it registered;
 * NVTX's nvToolsExtPayload.h says how. A blob of an export has a head of 32 bytes, little-endian:
 * domain (4 bytes, 4 unused), schema (4, 4 unused), length of the payload (8), length of all (8).
 */
#ifndef NST_PAYLOAD_H
#define NST_PAYLOAD_H

#include "base/mem.h"
#include "source/sqlite/profile.h"

/* The schemas of a profile. */
struct payloads;

/* Reads the schemas; payloadsfree frees. */
struct payloads *payloadsopen(struct profile *p);

/* Writes a blob as JSON: an object of its schema's entries, or, where the schema is not known, does
 * not fit or says much more than the bytes do, a string of hexadecimal digits. */
void payloadput(struct payloads *all, struct span blob, struct buf *out);

/* Frees the schemas; there may be none. */
void payloadsfree(struct payloads *all);

#endif
