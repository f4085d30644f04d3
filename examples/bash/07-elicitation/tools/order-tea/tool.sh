#!/usr/bin/env bash
# Orders tea, after asking which and whether really; no answer is a no.
set -euo pipefail
# shellcheck source=/dev/null
source "${MCP_SDK:?run this with mcp-bash}/tool-sdk.sh"

# REASON
leave() {
  mcp_emit_text "Nothing was ordered: $1."
  exit 0
}

if [[ ${MCP_ELICIT_SUPPORTED:-0} != 1 ]]; then leave 'this client cannot be asked'; fi

answer="$(mcp_elicit_choice 'Which tea?' green black mint)" || leave 'nobody answered'
if [[ $("${MCPBASH_JSON_TOOL_BIN}" -r '.action' <<<"${answer}") != accept ]]; then
  leave 'no tea was chosen'
fi
tea="$("${MCPBASH_JSON_TOOL_BIN}" -r '.content.choice' <<<"${answer}")"

answer="$(mcp_elicit_confirm "Order ${tea} tea?")" || leave 'nobody answered'
if [[ $("${MCPBASH_JSON_TOOL_BIN}" -r '.content.confirmed // false' <<<"${answer}") != true ]]; then
  leave 'it was not confirmed'
fi

mcp_emit_text "A cup of ${tea} tea is on its way."
