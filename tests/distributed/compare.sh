#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# usage: compare.sh POPRUN PROGRAM PROCESSES     the output, sorted, equals that of one process
#        compare.sh POPRUN PROGRAM PROCESSES MISCHIEF TEXT     it fails within seconds, and says TEXT
set -uo pipefail
poprun=$1 program=$2 processes=$3
if [ $# -gt 3 ]; then
  output=$(timeout 50 "$poprun" -n "$processes" --num-replicas 4 "$program" "$4" 2>&1)
  status=$?
  [ $status -ne 0 ] && [ $status -ne 124 ] && grep -qE "$5" <<<"$output" && exit 0
  echo "status $status, and not '$5':"
  echo "$output"
  exit 1
fi
alone=$("$poprun" -n 1 --num-replicas 4 "$program" | sort)
[ "$(grep -c replica <<<"$alone")" -ge 4 ] || { echo "no results: $alone"; exit 1; }
diff <(echo "$alone") <("$poprun" -n "$processes" --num-replicas 4 "$program" | sort) && echo equal
