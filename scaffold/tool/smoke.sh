#!/usr/bin/env bash
# Calls __NAME__ once and looks at what comes back.
set -euo pipefail

root="$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)"
args='{"text":"hi"}'
result="$("${MCPBASH_BIN:-mcp-bash}" run-tool __NAME__ --project-root "${root}" --args "${args}")"

case ${result} in
  *'"result":"hi"'*) printf 'ok: __NAME__\n' ;;
  *)
    printf 'not ok: __NAME__ answered %s\n' "${result}" >&2
    exit 1
    ;;
esac
