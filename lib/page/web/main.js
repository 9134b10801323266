// SPDX-License-Identifier: MIT
// What the page does once it is there.
'use strict';

function main() {
	addtables(document);
}

main();
