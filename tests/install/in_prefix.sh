# SPDX-License-Identifier: MIT
# Runs a script in an empty folder, in an environment in which only the enable script was sourced.
set -euo pipefail
prefix=$1 folder=$2 script=$3
shift 3
rm -rf "$folder"
mkdir -p "$folder"
cd "$folder"
exec env -i HOME="$folder" PATH=/usr/local/bin:/usr/bin:/bin TMPDIR="${TMPDIR:-/tmp}" PYENV_VERSION= \
  bash -c 'source "$1/etc/enable" && shift && exec bash "$@"' in_prefix "$prefix" "$script" "$@"
