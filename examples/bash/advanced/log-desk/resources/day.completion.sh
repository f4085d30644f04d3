#!/usr/bin/env bash
# Completes {day} of the template with the days there are.
set -euo pipefail
# shellcheck source=../lib/log-days.sh
source "${MCPBASH_PROJECT_ROOT}/lib/log-days.sh"

typed="$("${MCPBASH_JSON_TOOL_BIN}" -r '.prefix' <<<"${MCP_COMPLETION_ARGS_JSON}")"
log_days | while IFS= read -r day; do
  if [[ ${day} == "${typed}"* ]]; then printf '%s\n' "${day}"; fi
done | "${MCPBASH_JSON_TOOL_BIN}" -Rnc '[inputs]'
