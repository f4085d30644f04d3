#!/usr/bin/env bash
# Asks a project's server.d/policy.sh (POLICY TOOL) whether a tool may be called: status 0 allows;
# a refusal is in $MCP_TOOL_ERROR_FILE, and no word there is a refusal too.
# shellcheck disable=SC2154

# shellcheck source=../tool-sdk.sh
. "${BASH_SOURCE[0]%/*}/../tool-sdk.sh"

__mcp_refusal_code=-32602
__mcp_refusal=''
__mcp_refusal_data=''

# CODE MESSAGE [DATA]: what a refused client is told.
mcp_tools_error() {
  __mcp_refusal_code=${1-} __mcp_refusal=${2-} __mcp_refusal_data=${3-}
}

# The rule without a policy: everything, unless an allowlist or a denial is configured.
mcp_tools_policy_check_default() {
  local name=${1-} list=${MCPBASH_TOOL_ALLOWLIST:-} allowed IFS=$', \t\n'
  if [[ -z ${list//[, ]/} ]]; then
    if [[ ${MCPBASH_TOOL_ALLOW_DEFAULT:-allow} != deny ]]; then return 0; fi
    mcp_tools_error -32602 "Tool '$name' blocked by policy. Set MCPBASH_TOOL_ALLOWLIST in your MCP \
client config." '{"blockedBy":"allowlist"}'
    return 1
  fi
  set -f
  for allowed in $list; do
    case $allowed in
      '*' | all | "$name")
        set +f
        return 0
        ;;
    esac
  done
  set +f
  mcp_tools_error -32602 "Tool '$name' blocked by policy (not in MCPBASH_TOOL_ALLOWLIST)" \
    '{"blockedBy":"allowlist"}'
  return 1
}

# A policy defines this anew.
mcp_tools_policy_check() {
  mcp_tools_policy_check_default "$@"
}

# shellcheck source=/dev/null
. "$1"

__mcp_metadata=${MCP_TOOL_METADATA_JSON:-}
if [[ -n ${MCP_TOOL_METADATA_FILE:-} ]]; then
  IFS= read -r -d '' __mcp_metadata <"$MCP_TOOL_METADATA_FILE" || :
fi
if [[ -z $__mcp_metadata ]]; then __mcp_metadata='{}'; fi
if mcp_tools_policy_check "$2" "$__mcp_metadata"; then exit 0; fi
if [[ -z $__mcp_refusal ]]; then __mcp_refusal="Tool '$2' blocked by policy"; fi
mcp_fail "$__mcp_refusal_code" "$__mcp_refusal" "$__mcp_refusal_data"
