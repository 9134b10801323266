#!/bin/sh
# SPDX-License-Identifier: MIT
# Golden cases: traces as protoc reads them.
. tests/tap.sh
. tests/cases.sh
command -v protoc >/dev/null || skipall "protoc is not installed"
cases tests/nst-perfetto/cases
finish
