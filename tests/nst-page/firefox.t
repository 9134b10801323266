#!/bin/sh
# SPDX-License-Identifier: MIT
# What browser.t tests, in Firefox: all parts that do not take long or depend on Chromium's
# protocol. Pictures are in $BUILD/page/firefox.
. tests/tap.sh
. tests/viewers/viewers.sh
case $BUILD in
*/sanitize) skipall 'what a browser does with a page does not depend on the sanitizer' ;;
esac
FIREFOX=$(command -v firefox-esr || command -v firefox) || skipall "no Firefox: 'scripts/bootstrap viewers' installs it"
command -v node >/dev/null || skipall "no Node: 'scripts/bootstrap viewers' installs it"
export FIREFOX
case " ${PARTS-} " in
*' profiles '*) real=1 ;;
*) real= ;;
esac
. tests/nst-page/pages.sh
mkdir -p "$BUILD/page/firefox"
node tests/nst-page/browser.mjs firefox "$tmp" "$BUILD/page/firefox" "$query"
