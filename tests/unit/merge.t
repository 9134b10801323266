#!/bin/sh
# SPDX-License-Identifier: MIT
# The unit test of lib/dump/order/merge.c and lib/dump/worker.c, on random tables.
. tests/tap.sh
. tests/unit/units.sh

unit merge
finish
