#!/bin/sh
# SPDX-License-Identifier: MIT
# The unit test of lib/source/sqlite/pagerows.c, on tables of all shapes, whole and damaged.
. tests/tap.sh
. tests/unit/units.sh

unit pagerows
finish
