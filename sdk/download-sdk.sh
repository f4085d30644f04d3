# Downloads through the guarded https provider: no private hosts, no redirects, limited in size.
# shellcheck shell=bash disable=SC2154

# shellcheck source=run-sdk.sh
. "$__mcp_sdk/run-sdk.sh"

# --url URL --out FILE [--allow HOST]... [--deny HOST]... [--max-bytes N] [--timeout S]
# [--user-agent TEXT] [--retry N] [--retry-delay S]; prints JSON, the status is always 0.
__mcp_download_safe() {
  local url='' out='' allow='' deny=${MCPBASH_HTTPS_DENY_HOSTS:-} agent='' problem='' number
  local max_bytes='' timeout='' retry=0 retry_delay=1 provider='' partial status message
  __mcp_download_options "$@"
  for number in "$max_bytes" "$timeout" "$retry"; do
    if [[ $number == *[!0-9]* ]]; then problem="'$number' is not a number"; fi
  done
  if ! __mcp_milliseconds "$retry_delay"; then problem="'$retry_delay' is not a number"; fi
  if [[ -z $url || -z $out ]]; then problem='--url and --out are needed'; fi
  if [[ -n $problem ]]; then
    __mcp_not_downloaded invalid_params "$problem"
  elif [[ $url != https://?* ]]; then
    __mcp_not_downloaded invalid_url "Only https:// can be downloaded: $url"
  elif ! __mcp_find_provider; then
    __mcp_not_downloaded provider_unavailable 'There is no https provider here'
  else
    __mcp_download
  fi
}

__mcp_download_safe_or_fail() {
  local answer type
  answer=$(mcp_download_safe "$@")
  if __mcp_filter "$answer" .path && [[ $__mcp_kind == string ]]; then
    printf '%s\n' "$__mcp_value"
    return 0
  fi
  __mcp_filter "$answer" '.error.type // "provider_error"' || __mcp_value=provider_error
  type=$__mcp_value
  __mcp_filter "$answer" '.error.message // empty' || __mcp_value=$answer
  mcp_fail_invalid_args "Download failed ($type): $__mcp_value"
}

__mcp_download_options() {
  while (($#)); do
    case $1 in
      --url) url=${2-} ;;
      --out) out=${2-} ;;
      --allow) allow+=${allow:+,}${2-} ;;
      --deny) deny+=${deny:+,}${2-} ;;
      --max-bytes) max_bytes=${2-} ;;
      --timeout) timeout=${2-} ;;
      --user-agent) agent=${2-} ;;
      --retry) retry=${2-} ;;
      --retry-delay) retry_delay=${2-} ;;
      *) problem="unknown option '$1'" ;;
    esac
    shift $(($# < 2 ? $# : 2))
  done
}

# The host's own provider, or the one of the project.
__mcp_find_provider() {
  for provider in "${MCPBASH_HTTPS_PROVIDER:-}" \
    "${MCPBASH_PROVIDERS_DIR:-${MCPBASH_PROJECT_ROOT:-.}/providers}/https.sh"; do
    if [[ -f $provider && -r $provider ]]; then return 0; fi
  done
  return 1
}

__mcp_download() {
  local errors attempt=0 wait
  __mcp_milliseconds "$retry_delay"
  wait=$__mcp_value
  if ! { partial=$(mktemp "$out.XXXXXX") && errors=$(mktemp "$out.XXXXXX"); } 2>/dev/null; then
    if [[ -n ${partial:-} ]]; then rm -f "$partial"; fi
    __mcp_not_downloaded write_error "Cannot write beside $out"
    return 0
  fi
  while :; do
    status=0
    __mcp_fetch >|"$partial" 2>|"$errors" || status=$?
    case $status in 0 | 4 | 6 | 7) break ;; esac
    if ((attempt >= retry)) || mcp_is_cancelled; then break; fi
    attempt=$((attempt + 1))
    __mcp_sleep_ms "$wait"
    wait=$((wait * 2))
  done
  message=''
  IFS= read -r -d '' message <"$errors" || :
  message=${message%"$__mcp_newline"}
  if ((status == 0)); then
    if mv -f "$partial" "$out" 2>/dev/null; then
      __mcp_downloaded
    else
      __mcp_not_downloaded write_error "Cannot write $out"
    fi
  else
    __mcp_report_status
  fi
  rm -f "$partial" "$errors"
}

# Runs the provider with the limits of this download, in a process of its own.
__mcp_fetch() (
  export MCPBASH_HTTPS_DENY_HOSTS=$deny
  if [[ -n $allow ]]; then export MCPBASH_HTTPS_ALLOW_HOSTS=$allow; fi
  if [[ -n $max_bytes ]]; then export MCPBASH_HTTPS_MAX_BYTES=$max_bytes; fi
  if [[ -n $timeout ]]; then
    export MCPBASH_HTTPS_TIMEOUT=$((10#$timeout > 60 ? 60 : 10#$timeout))
  fi
  if [[ -n $agent ]]; then export MCPBASH_HTTPS_USER_AGENT=$agent; fi
  if [[ -x $provider ]]; then exec "$provider" "$url"; fi
  exec "${BASH:-bash}" "$provider" "$url"
)

__mcp_downloaded() {
  local bytes
  bytes=$(wc -c <"$out")
  __mcp_escape "$out"
  printf '{"success":true,"bytes":%d,"path":%s}\n' "$bytes" "$__mcp_value"
}

__mcp_report_status() {
  case $status in
    4) __mcp_not_downloaded host_blocked "${message:-The host is not allowed}" ;;
    5) __mcp_not_downloaded network_error "${message:-The download failed}" ;;
    6) __mcp_not_downloaded size_exceeded "${message:-The download is too large}" ;;
    7) __mcp_not_downloaded redirect 'The server redirects elsewhere' "${message#*redirect:}" ;;
    *) __mcp_not_downloaded provider_error "${message:-The provider ended with status $status}" ;;
  esac
}

# TYPE MESSAGE [LOCATION]
__mcp_not_downloaded() {
  local error
  __mcp_escape "$2"
  error="{\"type\":\"$1\",\"message\":$__mcp_value"
  if [[ -n ${3-} ]]; then
    __mcp_escape "$3"
    error+=",\"location\":$__mcp_value"
  fi
  printf '{"success":false,"error":%s}}\n' "$error"
}
