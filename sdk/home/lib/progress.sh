# Progress for resource providers, which find it as $MCPBASH_HOME/lib/progress.sh.
# shellcheck shell=bash

# shellcheck source=../../tool-sdk.sh
. "${BASH_SOURCE[0]%/*}/../sdk/tool-sdk.sh"

mcp_progress_is_configured() {
  [[ -n ${MCP_PROGRESS_TOKEN:-} && -n ${MCP_PROGRESS_STREAM:-} ]]
}

# PERCENT MESSAGE [TOTAL]
mcp_progress_emit_notification() {
  mcp_progress "$@"
}
