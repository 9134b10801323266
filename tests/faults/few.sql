-- SPDX-License-Identifier: MIT
-- Some rows of which a report can be made, and nothing else is to be said.
CREATE TABLE StringIds(id INTEGER PRIMARY KEY, value TEXT);
INSERT INTO StringIds VALUES (0, 'cudaFree'), (1, 'worker');
CREATE TABLE META_DATA_EXPORT(name TEXT, value TEXT);
INSERT INTO META_DATA_EXPORT VALUES ('EXPORT_PRODUCT_VERSION', '2025.3.2.1');
CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME(start, end, eventClass, globalTid, correlationId, nameId,
	returnValue);
INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES (1, 2, 0, 3, 4, 0, 0), (5, 6, 0, 3, 4, 0, 0);
CREATE TABLE ThreadNames(nameId, priority, globalTid);
INSERT INTO ThreadNames VALUES (1, 0, 3);
