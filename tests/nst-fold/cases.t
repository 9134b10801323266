#!/bin/sh
# SPDX-License-Identifier: MIT
# Small streams and the stacks they give.
. tests/tap.sh
. tests/cases.sh

cases tests/nst-fold/cases
finish
