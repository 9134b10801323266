#!/bin/sh
# SPDX-License-Identifier: MIT
# The unit test of lib/report/decoder.c, on random events.
. tests/tap.sh
. tests/unit/units.sh

unit decoder
finish
