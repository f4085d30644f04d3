#!/usr/bin/env bash
# Completes {bed} of the template.
set -euo pipefail
typed="$("${MCPBASH_JSON_TOOL_BIN}" -r '.prefix' <<<"${MCP_COMPLETION_ARGS_JSON}")"
for bed in north south; do
  if [[ ${bed} == "${typed}"* ]]; then printf '%s\n' "${bed}"; fi
done | "${MCPBASH_JSON_TOOL_BIN}" -Rnc '[inputs]'
