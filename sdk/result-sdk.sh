# Whole results in the shape of MCP: success and error envelopes, embedded resources.
# shellcheck shell=bash disable=SC2154

__mcp_byte_length() {
  __mcp_bytes "${1-}"
  printf '%s\n' "$__mcp_value"
}

__mcp_bytes() {
  local was_set=${LC_ALL+x} before=${LC_ALL-}
  # Put back by hand: not every release of bash does so for a local LC_ALL.
  {
    LC_ALL=C
    __mcp_value=${#1}
    if [[ -n $was_set ]]; then LC_ALL=$before; else unset LC_ALL; fi
  } 2>/dev/null
}

__mcp_result_success() {
  local max=${2:-${MCPBASH_MAX_TEXT_BYTES:-102400}} envelope
  if [[ -z $max || $max == *[!0-9]* ]]; then max=102400; fi
  if __mcp_json_walk "${1-}"; then
    envelope="{\"success\":true,\"result\":$__mcp_text}"
    __mcp_bytes "$envelope"
    if ((__mcp_value <= max)); then
      __mcp_escape "$envelope"
      __mcp_print_result "$__mcp_value" "$envelope" false
      return 0
    fi
  fi
  # shellcheck disable=SC2016
  __mcp_jq -cs --argjson max "$max" '
    if length != 1 then error("not one value") else .[0] end
    | {success: true, result: .} as $envelope
    | ($envelope | tojson) as $text
    | (if type == "array" then "array with \(length) items"
       elif type == "object" then "object with \(length) keys"
       else tostring[0:100] end) as $summary
    | (if ($text | utf8bytelength) <= $max then $text else "Success: " + $summary end) as $shown
    | {content: [{type: "text", text: $shown}], structuredContent: $envelope, isError: false}
  ' <<<"${1-}" 2>/dev/null && return 0
  __mcp_escape "${1-}"
  envelope='"type":"internal_error","message":"Invalid JSON: the result is not one JSON value"'
  mcp_result_error "{$envelope,\"raw\":$__mcp_value}"
}

__mcp_result_error() {
  local error=${1-} message
  if __mcp_json_walk "$error" message && [[ $__mcp_kind == string ]]; then
    message=$__mcp_text
    __mcp_json_walk "$error" type
    if [[ $__mcp_kind == string ]] && __mcp_json_walk "$error"; then
      __mcp_print_result "$message" "{\"success\":false,\"error\":$__mcp_text}" true
      return 0
    fi
  fi
  # shellcheck disable=SC2016
  __mcp_jq -cs '
    if length != 1 then error("not one value") else .[0] end
    | (if type != "object" then
         {type: "internal_error", message: (if type == "string" then . else tojson end), raw: .}
       else
         {type: (.type // "internal_error"), message: (.message // "Unknown error")} as $known
         | $known + . + $known
       end) as $error
    | ($error.message | if type == "string" then . else tojson end) as $text
    | {content: [{type: "text", text: $text}],
       structuredContent: {success: false, error: $error}, isError: true}
  ' <<<"$error" 2>/dev/null && return 0
  __mcp_escape "${error:-Unknown error}"
  message=$__mcp_value
  __mcp_escape "$error"
  error="{\"type\":\"internal_error\",\"message\":$message,\"raw\":$__mcp_value}"
  __mcp_print_result "$message" "{\"success\":false,\"error\":$error}" true
}

# TEXT and STRUCTURED are JSON.
__mcp_print_result() {
  printf '{"content":[{"type":"text","text":%s}],"structuredContent":%s,"isError":%s}\n' "$@"
}

__mcp_error() {
  local type=${1:-internal_error} message=${2-} hint='' data='' error
  shift $(($# < 2 ? $# : 2))
  while (($#)); do
    case $1 in
      --hint) hint=${2-} ;;
      --data) data=${2-} ;;
      *) __mcp_fatal "mcp_error: unknown option '$1'" ;;
    esac
    shift $(($# < 2 ? $# : 2))
  done
  __mcp_escape "$type"
  error="{\"type\":$__mcp_value"
  __mcp_escape "$message"
  error+=",\"message\":$__mcp_value"
  if [[ -n $hint ]]; then
    __mcp_escape "$hint"
    error+=",\"hint\":$__mcp_value"
    mcp_log_warn "${MCP_TOOL_NAME:-tool}" "$type: $message ($hint)"
  else
    mcp_log_debug "${MCP_TOOL_NAME:-tool}" "$type: $message"
  fi
  if [[ -n $data ]]; then
    if __mcp_compact "$data"; then
      error+=",\"data\":$__mcp_text"
    else
      __mcp_escape "$data"
      error+=",\"data\":{\"_invalid_json\":$__mcp_value}"
    fi
  fi
  mcp_result_error "$error}"
}

# DATA [--path FILE [--mime TYPE] [--uri URI]]...
__mcp_result_text_with_resource() {
  local data=${1-} list='' entry=''
  shift $(($# ? 1 : 0))
  while (($#)); do
    __mcp_escape "${2-}"
    case $1 in
      --path)
        list+=${entry:+${list:+,}$entry\}}
        entry=''
        if [[ -f ${2-} && -r ${2-} ]]; then entry="{\"path\":$__mcp_value"; fi
        ;;
      --mime) entry+=${entry:+,\"mimeType\":$__mcp_value} ;;
      --uri) entry+=${entry:+,\"uri\":$__mcp_value} ;;
      *) __mcp_fatal "mcp_result_text_with_resource: unknown option '$1'" ;;
    esac
    shift $(($# < 2 ? $# : 2))
  done
  list+=${entry:+${list:+,}$entry\}}
  if [[ -n ${MCP_TOOL_RESOURCES_FILE:-} ]]; then
    { printf '[%s]\n' "$list" >|"$MCP_TOOL_RESOURCES_FILE"; } 2>/dev/null || :
  fi
  mcp_result_success "$data"
}
