#!/bin/sh
# SPDX-License-Identifier: MIT
# The golden cases of nst-state, one rule each.
. tests/tap.sh
. tests/cases.sh

cases "$top/tests/nst-state/cases"
finish
