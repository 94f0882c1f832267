#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# poplar-emu report on files: what it writes, says and exits with.
#   command.sh POPLAR_EMU WRITE_REPORTS FOLDER
set -uo pipefail
poplar_emu=$1 folder=$3
failed=0

# expected status, words that the output has, arguments
expect() {
  local status=$1 words=$2 output
  shift 2
  output=$("$poplar_emu" report "$@" 2>&1)
  local got=$?
  if [ "$got" -ne "$status" ] || [[ "$output" != *"$words"* ]]; then
    echo "FAILED: report $*: exit status $got instead of $status, or no '$words' in: $output"
    failed=1
  fi
}

rm -rf "$folder"
"$2" "$folder" || exit 1
expect 0 "$folder/page.html" "$folder/run" -o "$folder/page.html"
grep -q "<title>$folder/run</title>" "$folder/page.html" || { echo "FAILED: the title is not the folder"; failed=1; }
# The same profile, whether it went through a file or not.
expect 0 "" "$folder/run/profile.pop" -o "$folder/again.html" --title "small"
cmp "$folder/again.html" "$folder/small.html" || failed=1
expect 0 "<!doctype html>" "$folder/run" -o -
expect 2 "no profile.pop in '$folder'" "$folder"
expect 2 "'$folder/nothing'" "$folder/nothing"
expect 2 "this is no profile" "$folder/small.html"
expect 2 "cannot be written" "$folder/run" -o "$folder/nowhere/page.html"
expect 2 "profile is required"
exit $failed
