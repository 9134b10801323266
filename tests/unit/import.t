#!/bin/sh
# SPDX-License-Identifier: MIT
# The unit test of lib/import/import.c, on reports that are cut or damaged.
. tests/tap.sh
. tests/unit/units.sh

unit import
finish
