#!/usr/bin/env bash
# Completes arguments of __NAME__: prints the words that begin with what was typed.
set -euo pipefail

words=(alpha beta gamma)
typed="$("${MCPBASH_JSON_TOOL_BIN}" -r '.prefix' <<<"${MCP_COMPLETION_ARGS_JSON}")"

for word in "${words[@]}"; do
  if [[ ${word} == "${typed}"* ]]; then printf '%s\n' "${word}"; fi
done | "${MCPBASH_JSON_TOOL_BIN}" -Rnc '[inputs]'
