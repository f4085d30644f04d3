#!/usr/bin/env bash
# Counts the lines of a file, if it lies below a root.
set -euo pipefail
# shellcheck source=/dev/null
source "${MCP_SDK:?run this with mcp-bash}/tool-sdk.sh"

mcp_log_info shelf "looking below $(mcp_roots_count) roots"
path="$(mcp_require_path '.path')"
if [[ ! -f ${path} ]]; then mcp_fail_invalid_args "there is no file ${path}"; fi

lines="$(wc -l <"${path}")"
printf '{"lines":%d}' "${lines}"
