#!/bin/sh
# SPDX-License-Identifier: MIT
# Golden cases.
. tests/tap.sh
. tests/cases.sh
cases tests/nst-sum/cases
finish
