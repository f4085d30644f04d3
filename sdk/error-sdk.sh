# Errors that reach the client as JSON-RPC errors.
# shellcheck shell=bash disable=SC2154

__mcp_fail() {
  __mcp_write_error "${1-}" "${2-}" "${3-}"
  printf '%s\n' "$__mcp_text" || :
  printf '%s\n' "${2-}" >&2 || :
  exit 1
}

__mcp_fail_invalid_args() {
  mcp_fail -32602 "${1:-Invalid params}" "${2-}"
}

# A mistake in the tool itself: reaches the client even from inside a command substitution.
__mcp_fatal() {
  __mcp_write_error -32603 "$1" ''
  printf '%s\n' "$1" >&2 || :
  exit 1
}

# Leaves a JSON-RPC error (CODE MESSAGE DATA) for the host; its text stays in __mcp_text.
__mcp_write_error() {
  local code=$1 data=null
  if [[ ! $code =~ $__mcp_integer ]]; then code=-32603; fi
  if [[ -n $3 ]] && __mcp_compact "$3"; then data=$__mcp_text; fi
  __mcp_escape "$2"
  __mcp_text="{\"code\":$code,\"message\":$__mcp_value,\"data\":$data}"
  if [[ -n ${MCP_TOOL_ERROR_FILE:-} ]]; then
    { printf '%s\n' "$__mcp_text" >|"$MCP_TOOL_ERROR_FILE"; } 2>/dev/null || :
  fi
}
