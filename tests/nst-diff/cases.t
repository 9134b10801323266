#!/bin/sh
# SPDX-License-Identifier: MIT
# Small streams and tables, and what nst-diff says of them to the byte.
. tests/tap.sh
. tests/cases.sh

cases tests/nst-diff/cases
finish
