-- SPDX-License-Identifier: MIT
-- A small export with a little of all that nst-dump reads in a way of its own: names, labels, devices, payloads, and texts that have to be converted.
PRAGMA encoding = 'UTF-16le';
PRAGMA page_size = 1024;
PRAGMA journal_mode = OFF;
PRAGMA synchronous = OFF;
CREATE TABLE StringIds(id INTEGER NOT NULL PRIMARY KEY, value TEXT NOT NULL);
INSERT INTO StringIds VALUES (1, 'cudaLaunchKernel'), (2, 'gemm'), (3, 'gemm<float, 128>'), (4, 'main'), (5, 'captured'), (6, '{"loss": 1.5}');
CREATE TABLE META_DATA_EXPORT(name, value);
INSERT INTO META_DATA_EXPORT VALUES ('EXPORT_SCHEMA_VERSION', '3.25.0'), ('EXPORT_PRODUCT_VERSION', '2026.2.1.210'), ('EXPORT_CONFIG_TIME_SHIFT', '0');
CREATE TABLE TARGET_INFO_SESSION_START_TIME(utcEpochNs);
INSERT INTO TARGET_INFO_SESSION_START_TIME VALUES (1757498400123456789);
CREATE TABLE TARGET_INFO_GPU(id, name, busLocation, uuid, totalMemory, cuDevice);
INSERT INTO TARGET_INFO_GPU VALUES (0, 'NVIDIA H100', '0000:01:00.0', 'GPU-0', 85899345920, 0);
CREATE TABLE TARGET_INFO_CUDA_DEVICE(gpuId, cudaId, pid, uuid);
INSERT INTO TARGET_INFO_CUDA_DEVICE VALUES (0, 0, 7, 'GPU-0');
CREATE TABLE PROCESSES(globalPid, name);
INSERT INTO PROCESSES VALUES ((1 << 48) + (7 << 24), 'python');
CREATE TABLE ThreadNames(nameId, globalTid);
INSERT INTO ThreadNames VALUES (4, (1 << 48) + (7 << 24) + 7);
CREATE TABLE ProcessStreams(contentId);
INSERT INTO ProcessStreams VALUES (5);
CREATE TABLE ENUM_CUDA_MEMCPY_OPER(id, name, label);
INSERT INTO ENUM_CUDA_MEMCPY_OPER VALUES (1, 'HTOD', 'Host-to-Device'), (2, 'DTOH', 'Device-to-Host');
CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME(start, end, eventClass, globalTid, correlationId, nameId);
INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES (110, 120, 0, (1 << 48) + (7 << 24) + 7, 1, 1), (210, 220, 0, (1 << 48) + (7 << 24) + 7, 2, 1), (310, 320, 0, (1 << 48) + (7 << 24) + 8, 3, 1);
CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL(start, end, deviceId, contextId, streamId, correlationId, globalPid, demangledName, shortName, gridX, gridY, gridZ, blockX, blockY, blockZ);
INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES (150, 190, 0, 1, 7, 1, (1 << 48) + (7 << 24), 3, 2, 8, 8, 1, 256, 1, 1), (250, 290, 0, 1, 7, 2, (1 << 48) + (7 << 24), 3, 5, 8, 8, 1, 256, 1, 1);
CREATE TABLE CUPTI_ACTIVITY_KIND_MEMCPY(start, end, deviceId, contextId, streamId, correlationId, globalPid, bytes, copyKind);
INSERT INTO CUPTI_ACTIVITY_KIND_MEMCPY VALUES (350, 390, 0, 1, 7, 3, (1 << 48) + (7 << 24), 4096, 1), (395, 399, 0, 1, 7, 9, (1 << 48) + (7 << 24), 4096, 2);
CREATE TABLE NVTX_PAYLOAD_SCHEMA_ENTRIES(domainId, schemaId, idx, flags, type, name, description, arrayOrUnionDetail, offset);
INSERT INTO NVTX_PAYLOAD_SCHEMA_ENTRIES VALUES (1, 16777217, 0, NULL, 18, 'comm', '', NULL, NULL), (1, 16777217, 1, NULL, 5, 'rank', '', NULL, 8), (1, 16777217, 2, NULL, 16777220, 'op', '', NULL, 12);
CREATE TABLE NVTX_PAYLOAD_ENUM_ENTRIES(domainId, schemaId, idx, name, value, isFlag);
INSERT INTO NVTX_PAYLOAD_ENUM_ENTRIES VALUES (1, 16777220, 0, 'SUM', 0, 0), (1, 16777220, 1, 'MAX', 2, 0);
CREATE TABLE NVTX_EVENTS(start, end, eventType, text, globalTid, domainId, textId, category, jsonText, jsonTextId, binaryData);
INSERT INTO NVTX_EVENTS(start, end, eventType, text, globalTid, domainId, textId, category, jsonText, jsonTextId, binaryData)
	SELECT column1, column2, column3, column4, (1 << 48) + (7 << 24) + 7, column5, column6, column7, column8, column9, column10 FROM (VALUES
	(10, NULL, 75, 'NCCL', 1, NULL, NULL, NULL, NULL, NULL),
	(11, NULL, 33, 'compute', 1, NULL, 4, NULL, NULL, NULL),
	(12, NULL, 39, 'loader', 1, NULL, NULL, NULL, NULL, NULL),
	(100, 300, 59, 'Layer größer 1', 1, NULL, 4, '{"a": [1, {"b": 2}]}', NULL, NULL),
	(105, 230, 59, NULL, 0, 4, NULL, NULL, 6, NULL),
	(305, 330, 59, 'AllReduce', 1, NULL, NULL, NULL, NULL, X'010000000000000001000001000000001000000000000000300000000000000001000000000000000100000002000000'),
	(400, NULL, 34, 'loss', 0, NULL, NULL, NULL, NULL, NULL));
