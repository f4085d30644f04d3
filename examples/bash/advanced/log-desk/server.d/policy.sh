# Decides about each call: nothing is cleared unless LOG_DESK_WRITABLE says so.
# shellcheck shell=bash

mcp_tools_policy_check() {
  if [[ $1 != clear-log || ${LOG_DESK_WRITABLE:-} == true ]]; then return 0; fi
  mcp_tools_error -32602 "Tool 'clear-log' needs LOG_DESK_WRITABLE=true"
  return 1
}
