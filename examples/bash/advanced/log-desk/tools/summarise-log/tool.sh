#!/usr/bin/env bash
# Counts the lines of a day by their level, and hands out the log itself.
set -euo pipefail
# shellcheck source=/dev/null
source "${MCP_SDK:?run this with mcp-bash}/tool-sdk.sh"
# shellcheck source=../../lib/log-days.sh
source "${MCPBASH_PROJECT_ROOT}/lib/log-days.sh"

day="$(mcp_args_require '.day')"
if ! file="$(log_of_day "${day}")"; then
  mcp_error not_found "There is no log of ${day}" --hint "Days: $(log_days | tr '\n' ' ')"
  exit 0
fi

counts="$(awk '{ count[$2]++ }
  END {
    printf "{\"info\":%d,\"warn\":%d,\"error\":%d}", count["INFO"], count["WARN"], count["ERROR"]
  }' "${file}")"

mcp_result_text_with_resource "${counts}" --path "${file}" --mime text/plain --uri "log://${day}"
