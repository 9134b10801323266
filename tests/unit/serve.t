#!/bin/sh
# SPDX-License-Identifier: MIT
# The unit test of lib/front/serve.c, which waits for slow clients.
. tests/tap.sh
. tests/unit/units.sh

unit serve
finish
