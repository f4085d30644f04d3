#!/usr/bin/env bash
# Counts, with progress while it does.
set -euo pipefail
# shellcheck source=/dev/null
source "${MCP_SDK:?run this with mcp-bash}/tool-sdk.sh"

text="$(mcp_args_require '.text')"
mcp_progress 30 'counting bytes'
bytes="$(mcp_byte_length "${text}")"
mcp_progress 60 'counting words and lines'
read -r lines words <<<"$(printf '%s\n' "${text}" | wc -lw)"
mcp_progress 100 'done'

printf '{"bytes":%d,"words":%d,"lines":%d}' "${bytes}" "${words}" "${lines}"
