#!/usr/bin/env bash
# Greets somebody.
set -euo pipefail
# shellcheck source=/dev/null
source "${MCP_SDK:?run this with mcp-bash}/tool-sdk.sh"

mcp_emit_text "Hello, $(mcp_args_get '.name' --default 'world')!"
