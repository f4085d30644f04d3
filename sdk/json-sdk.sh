# JSON with the help of jq, and the rarer escapes.
# shellcheck shell=bash disable=SC2154

# __mcp_compact TEXT puts the compact form of exactly one JSON value into __mcp_text, else status 1.
__mcp_compact() {
  if __mcp_json_walk "$1"; then return 0; fi
  __mcp_kind=unknown
  __mcp_text=$(__mcp_jq -cs 'if length == 1 then .[0] else error("not one value") end' \
    <<<"$1" 2>/dev/null)
}

__mcp_is_valid_json() {
  if [[ ${MCPBASH_MODE:-} == minimal ]]; then return 0; fi
  __mcp_compact "${1-}"
}

# Answers a filter (SOURCE FILTER) on standard output with jq; arguments were located before.
__mcp_slow() {
  local status=0
  # The blank keeps a filter that begins with a dash from being an option.
  if [[ -n $__mcp_file ]]; then
    __mcp_jq -rc " $2" <"$__mcp_file" || status=$?
  else
    __mcp_jq -rc " $2" <<<"$__mcp_json" || status=$?
  fi
  if ((status)); then printf "mcp_%s_get: cannot evaluate '%s'\n" "$1" "$2" >&2; fi
  return "$status"
}

# The host's choice, gojq, jq, or the one that ships with this SDK; none in minimal mode.
__mcp_jq() {
  if [[ ${MCPBASH_MODE:-} == minimal || ${MCPBASH_JSON_TOOL:-} == none ]]; then
    return 1
  elif [[ -n ${MCPBASH_JSON_TOOL_BIN:-} ]]; then
    "$MCPBASH_JSON_TOOL_BIN" "$@"
  elif command -v gojq >/dev/null 2>&1; then
    gojq "$@"
  elif command -v jq >/dev/null 2>&1; then
    jq "$@"
  else
    "${BASH:-bash}" "$__mcp_sdk/jq" "$@"
  fi
}

# Escapes what is left of the control characters in $text.
__mcp_escape_controls() {
  local code=0 octal char escape
  while ((code < 31)); do
    code=$((code + 1))
    printf -v octal %03o "$code"
    # shellcheck disable=SC2059
    printf -v char "\\$octal"
    case $code in
      8) escape=b ;;
      12) escape=f ;;
      13) escape=r ;;
      *) printf -v escape u%04x "$code" ;;
    esac
    text=${text//"$char"/"$__mcp_backslash$escape"}
  done
}

# Escapes a $text that holds the stand-in of __mcp_escape itself, piece by piece.
__mcp_escape_split() {
  local rest=$text piece json=''
  while [[ $rest == *"$__mcp_stand_in"* ]]; do
    piece=${rest%%"$__mcp_stand_in"*}
    rest=${rest#"$piece$__mcp_stand_in"}
    __mcp_escape "$piece"
    piece=${__mcp_value#?}
    json+=${piece%?}\\u0002
  done
  __mcp_escape "$rest"
  __mcp_value=\"$json${__mcp_value#?}
}
