#!/usr/bin/env bash
# Says hello.
set -euo pipefail
# shellcheck source=/dev/null
source "${MCP_SDK:?is not set: run this with mcp-bash run-tool hello}/tool-sdk.sh"

name="$(mcp_args_get '.name' --default World)"

mcp_log_info hello "greeting ${name}"
mcp_emit_json "$(mcp_json_obj message "Hello, ${name}!")"
