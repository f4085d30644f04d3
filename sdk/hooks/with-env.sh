#!/usr/bin/env bash
# FILE... -- COMMAND...: runs a command with what the files set, as `server.d/env.sh` does.

set -a
while [[ ${1:---} != -- ]]; do
  # shellcheck source=/dev/null
  . "$1" || exit 1
  shift
done
set +a
shift
exec "$@"
