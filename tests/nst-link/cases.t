#!/bin/sh
# SPDX-License-Identifier: MIT
# Small streams, one rule each, and what nst-link makes of them to the byte.
. tests/tap.sh
. tests/cases.sh

cases tests/nst-link/cases

finish
