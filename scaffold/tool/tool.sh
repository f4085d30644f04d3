#!/usr/bin/env bash
# The tool __NAME__: repeats a text, as often as asked for.
set -euo pipefail
# shellcheck source=/dev/null
source "${MCP_SDK:?is not set: run this with mcp-bash run-tool __NAME__}/tool-sdk.sh"

text="$(mcp_args_require '.text')"
times="$(mcp_args_int '.times' --default 1 --min 1 --max 10)"

result=''
for ((round = 1; round <= times; round++)); do
  if mcp_is_cancelled; then exit 130; fi
  mcp_progress "$((100 * round / times))" "round ${round} of ${times}"
  result+="${text}"
done

mcp_emit_json "$(mcp_json_obj result "${result}")"
