#!/bin/sh
# SPDX-License-Identifier: MIT
# What pages of nst-page do in Chromium: they load without a complaint or a request, show the trace
# that is in them, and answer to wheel, keys, pointer, touch and search; tables sort and filter;
# Perfetto's page gets the trace; names stay text. Pictures of them are in $BUILD/page, to be looked
# at.
. tests/tap.sh
. tests/viewers/viewers.sh
case $BUILD in
*/sanitize) skipall 'what a browser does with a page does not depend on the sanitizer' ;;
esac
command -v chromium >/dev/null || skipall "no Chromium: 'scripts/bootstrap viewers' installs it"
command -v node >/dev/null || skipall "no Node: 'scripts/bootstrap viewers' installs it"
real=1
. tests/nst-page/pages.sh
mkdir -p "$BUILD/page"
node tests/nst-page/browser.mjs chromium "$tmp" "$BUILD/page" "$query"
