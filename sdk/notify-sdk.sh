# What a tool says while it runs: progress and log lines, which the host forwards at once.
# shellcheck shell=bash disable=SC2154

__mcp_progress() {
  local percent=${1-} total=${3-} token=${MCP_PROGRESS_TOKEN:-} params
  if [[ -z $token || -z ${MCP_PROGRESS_STREAM:-} ]]; then return 0; fi
  case $percent in
    *[!0-9]*) percent=0 ;;
    *) percent=${percent#"${percent%%[!0]*}"} ;;
  esac
  if ((${#percent} > 3 || ${percent:-0} > 100)); then percent=100; fi
  if [[ ! $token =~ $__mcp_integer ]]; then
    __mcp_escape "$token"
    token=$__mcp_value
  fi
  __mcp_escape "${2-}"
  params="\"progressToken\":$token,\"progress\":${percent:-0}"
  if [[ $total =~ $__mcp_number ]]; then params+=",\"total\":$total"; fi
  params+=",\"message\":$__mcp_value"
  __mcp_append "$MCP_PROGRESS_STREAM" \
    "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{$params}}"
}

# One line (FILE LINE) at the end of a stream; a stream that is gone never stops a tool.
__mcp_append() {
  { printf '%s\n' "$2" >>"$1"; } 2>/dev/null || :
}

__mcp_log() {
  local level=${1-} data=${3-}
  if [[ -z ${MCP_LOG_STREAM:-} ]]; then return 0; fi
  case $level in
    debug | info | notice | warning | error | critical | alert | emergency) ;;
    warn) level=warning ;;
    *)
      printf "mcp_log: unknown level '%s', using info\n" "$level" >&2
      level=info
      ;;
  esac
  if __mcp_compact "$data"; then
    data=$__mcp_text
  else
    __mcp_escape "$data"
    data=$__mcp_value
  fi
  __mcp_write_log "$level" "${2-}" "$data"
}

__mcp_log_debug() { __mcp_log_text debug "$@"; }
__mcp_log_info() { __mcp_log_text info "$@"; }
__mcp_log_warn() { __mcp_log_text warning "$@"; }
__mcp_log_error() { __mcp_log_text error "$@"; }

# A message, or a JSON object or array: `true` and `42` are words here.
__mcp_log_text() {
  if [[ -z ${MCP_LOG_STREAM:-} ]]; then return 0; fi
  case ${3-} in
    '{'*'}' | '['*']')
      if __mcp_compact "$3"; then
        __mcp_write_log "$1" "${2-}" "$__mcp_text"
        return 0
      fi
      ;;
  esac
  __mcp_escape "${3-}"
  __mcp_write_log "$1" "${2-}" "$__mcp_value"
}

# LEVEL LOGGER JSON
__mcp_write_log() {
  local params
  __mcp_escape "$2"
  params="\"level\":\"$1\",\"logger\":$__mcp_value,\"data\":$3"
  __mcp_append "$MCP_LOG_STREAM" \
    "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{$params}}"
}

__mcp_debug() {
  local now IFS=' '
  if [[ -z ${MCPBASH_DEBUG_LOG:-} ]]; then return 0; fi
  # The clock of printf came with bash 4.2.
  if ((BASH_VERSINFO[0] * 100 + BASH_VERSINFO[1] >= 402)); then
    printf -v now '%(%H:%M:%S)T' -1
  else
    now=$(date +%H:%M:%S)
  fi
  __mcp_append "$MCPBASH_DEBUG_LOG" "[$now] $*"
}
