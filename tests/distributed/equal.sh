#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# usage: equal.sh POPRUN PROCESSES PROGRAM REPLICAS [ARGUMENTS]   one process and several print the same
set -uo pipefail
poprun=$1 processes=$2 program=$3 replicas=$4
shift 2
alone=$("$poprun" -n 1 --num-replicas "$replicas" "$@" | sort)
[ "$(grep -c "^replica $((replicas - 1)): " <<<"$alone")" -ge 1 ] || { echo "no results: $alone"; exit 1; }
diff <(echo "$alone") <("$poprun" -n "$processes" --num-replicas "$replicas" "$@" | sort) && echo equal
