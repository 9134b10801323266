// SPDX-License-Identifier: MIT
// Decodes base64 of a gzip file, decompresses it, and makes packets of the columns in it, which
// lib/perfetto/transpose.h describes.
'use strict';

function frombase64(text) {
	if (Uint8Array.fromBase64)
		return Uint8Array.fromBase64(text);
	const binary = atob(text);
	const bytes = new Uint8Array(binary.length);
	for (let i = 0; i < binary.length; i++)
		bytes[i] = binary.charCodeAt(i);
	return bytes;
}

// Joins arrays of bytes.
function joinbytes(chunks) {
	const all = new Uint8Array(chunks.reduce((size, { length }) => size + length, 0));
	let at = 0;
	for (const chunk of chunks) {
		all.set(chunk, at);
		at += chunk.length;
	}
	return all;
}

async function gunzip(bytes) {
	const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
	const reader = stream.getReader();
	const chunks = [];
	for (;;) {
		const { done, value } = await reader.read();
		if (done)
			break;
		chunks.push(value);
	}
	return joinbytes(chunks);
}

// Returns the message about a trace that can't be unpacked or shown.
function whatfailed(error) {
	return error instanceof Unable ? error.message :
	    `the trace in this page is damaged (${error.message})`;
}

// Returns the trace in the page; throws an error that names the defect.
async function unpack(element) {
	if (typeof DecompressionStream === 'undefined')
		throw new Unable('this browser is too old to unpack the trace');
	let packed;
	try {
		packed = frombase64(element.textContent);
	} catch {
		throw new Damage('it is not base64');
	}
	let columns;
	try {
		columns = await gunzip(packed);
	} catch {
		throw new Damage('it is not a whole gzip file');
	}
	return new Packets(columns).all();
}
