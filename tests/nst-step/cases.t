#!/bin/sh
# SPDX-License-Identifier: MIT
# Small streams, one rule each, and what nst-step makes of them to the byte.
. tests/tap.sh
. tests/cases.sh

cases tests/nst-step/cases

finish
