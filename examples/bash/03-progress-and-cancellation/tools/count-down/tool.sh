#!/usr/bin/env bash
# Counts down slowly: reports progress, and stops when the client wants it to.
set -euo pipefail
# shellcheck source=/dev/null
source "${MCP_SDK:?run this with mcp-bash}/tool-sdk.sh"

from="$(mcp_args_int '.from' --default 5 --min 1 --max 60)"
pause="$(mcp_args_get '.pause_seconds' --default 0.2)"

for ((left = from; left > 0; left--)); do
  if mcp_is_cancelled; then
    mcp_log_info countdown "stopped at ${left}"
    exit 130
  fi
  mcp_progress "$((100 * (from - left) / from))" "${left}" 100
  sleep "${pause}"
done

mcp_progress 100 'zero' 100
mcp_emit_text 'Zero.'
