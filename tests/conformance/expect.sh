#!/bin/sh
# Runs a program; it must exit with 0 and print what the extended regular expression matches.
#   expect.sh 'REGEX' PROGRAM [ARGUMENT ...]
regex=$1
shift
output=$("$@" 2>&1)
code=$?
printf '%s\n' "$output"
[ $code -eq 0 ] || { echo "FAILED: exit code $code"; exit 1; }
printf '%s\n' "$output" | tr '\n' '~' | grep -Eq -- "$regex" || { echo "FAILED: nothing matches $regex"; exit 1; }
