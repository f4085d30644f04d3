#!/usr/bin/env bash
# Empties the log of a day, after asking; the policy of the project must allow it as well.
set -euo pipefail
# shellcheck source=/dev/null
source "${MCP_SDK:?run this with mcp-bash}/tool-sdk.sh"
# shellcheck source=../../lib/log-days.sh
source "${MCPBASH_PROJECT_ROOT}/lib/log-days.sh"

day="$(mcp_args_require '.day')"
file="$(log_of_day "${day}")" || mcp_fail_invalid_args "There is no log of ${day}"

answer="$(mcp_elicit_confirm "Empty the log of ${day}?")" || true
if [[ $("${MCPBASH_JSON_TOOL_BIN}" -r '.content.confirmed // false' <<<"${answer}") != true ]]; then
  mcp_emit_text "The log of ${day} was left as it is."
  exit 0
fi

: >"${file}"
mcp_log_warn log-desk "the log of ${day} was cleared"
mcp_emit_text "The log of ${day} is empty now."
