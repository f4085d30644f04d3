#!/usr/bin/env bash
# Runs a project's server.d/register.sh (its path is the argument) and hands what it registers to
# the host, one JSON line each in $MCP_REGISTER_FILE; what the script prints is on standard output.
# shellcheck disable=SC2154

# shellcheck source=../tool-sdk.sh
. "${BASH_SOURCE[0]%/*}/../tool-sdk.sh"

# FUNCTION KIND JSON
__mcp_register() {
  if ! __mcp_compact "${3-}" || [[ $__mcp_text != '{'* ]]; then
    printf '%s: not a JSON object: %s\n' "$1" "${3-}" >&2
    return 1
  fi
  printf '{"kind":"%s","item":%s}\n' "$2" "$__mcp_text" >>"$MCP_REGISTER_FILE"
}

# KIND: what was registered before counts no longer.
__mcp_register_anew() {
  printf '{"kind":"%s","reset":true}\n' "$1" >>"$MCP_REGISTER_FILE"
}

mcp_register_tool() { __mcp_register "${FUNCNAME[0]}" tools "$@"; }
mcp_register_resource() { __mcp_register "${FUNCNAME[0]}" resources "$@"; }
mcp_register_prompt() { __mcp_register "${FUNCNAME[0]}" prompts "$@"; }
mcp_tools_register_manual() { __mcp_register "${FUNCNAME[0]}" tools "$@"; }
mcp_resources_register_manual() { __mcp_register "${FUNCNAME[0]}" resources "$@"; }
mcp_prompts_register_manual() { __mcp_register "${FUNCNAME[0]}" prompts "$@"; }
mcp_resources_templates_register_manual() {
  __mcp_register "${FUNCNAME[0]}" resourceTemplates "$@"
}
mcp_completion_register_manual() { __mcp_register "${FUNCNAME[0]}" completions "$@"; }

# Every kind may be framed; the end says nothing that the end of the script does not say.
mcp_tools_manual_begin() { __mcp_register_anew tools; }
mcp_resources_manual_begin() { __mcp_register_anew resources; }
mcp_resources_templates_manual_begin() { __mcp_register_anew resourceTemplates; }
mcp_prompts_manual_begin() { __mcp_register_anew prompts; }
mcp_completion_manual_begin() { __mcp_register_anew completions; }
mcp_tools_manual_finalize() { :; }
mcp_resources_manual_finalize() { :; }
mcp_resources_templates_manual_finalize() { :; }
mcp_prompts_manual_finalize() { :; }
mcp_completion_manual_finalize() { :; }

# shellcheck source=/dev/null
. "$1"
