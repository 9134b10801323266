#!/bin/sh
# SPDX-License-Identifier: MIT
# The unit test of the files of reports, each part wrong in turn.
. tests/tap.sh
. tests/unit/units.sh

unit repfile
finish
