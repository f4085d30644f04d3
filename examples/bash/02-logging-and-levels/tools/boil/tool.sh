#!/usr/bin/env bash
# Boils water, and talks about it; clients choose with logging/setLevel what they hear.
set -euo pipefail
# shellcheck source=/dev/null
source "${MCP_SDK:?run this with mcp-bash}/tool-sdk.sh"

celsius="$(mcp_args_int '.celsius' --default 20 --min 0 --max 120)"

mcp_log_debug kettle "the thermometer says ${celsius}"
mcp_log_info kettle "heating"
if ((celsius > 60)); then mcp_log_warn kettle "the water is hot already"; fi
if ((celsius > 100)); then mcp_log_error kettle '{"problem":"overheated"}'; fi

mcp_emit_text 'The water boils.'
