-- SPDX-License-Identifier: MIT
-- An export of more rows than one slice of several readers has, and of more output than is gathered before it is written.
PRAGMA page_size = 65536;
PRAGMA journal_mode = OFF;
PRAGMA synchronous = OFF;
CREATE TABLE StringIds(id INTEGER NOT NULL PRIMARY KEY, value TEXT NOT NULL);
INSERT INTO StringIds VALUES (1, 'read'), (2, 'write'), (3, 'worker');
CREATE TABLE ThreadNames(nameId, globalTid);
INSERT INTO ThreadNames VALUES (3, (1 << 48) + (7 << 24) + 9);
CREATE TABLE OSRT_API(start, end, nameId, globalTid);
INSERT INTO OSRT_API WITH RECURSIVE n(i) AS (VALUES (0) UNION ALL SELECT i + 1 FROM n WHERE i < 34999)
	SELECT i * 10, i * 10 + 5, 1 + i % 2, (1 << 48) + (7 << 24) + i / 30000 * 9 FROM n;
