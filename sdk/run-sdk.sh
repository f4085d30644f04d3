# Running other programs: retries, progress read from what they print, the reason they failed.
# shellcheck shell=bash disable=SC2154

# MAX_ATTEMPTS DELAY_SECONDS -- COMMAND...; statuses 0, 1 and 2 are final, the others may pass.
__mcp_with_retry() {
  local max=${1-} delay=${2-} attempt=1 status wait count='^[1-9][0-9]*$'
  shift $(($# < 2 ? $# : 2))
  if [[ ${1-} == -- ]]; then shift; fi
  __mcp_milliseconds "$delay" || __mcp_fatal "mcp_with_retry: '$delay' is no number of seconds"
  wait=$__mcp_value
  if [[ ! $max =~ $count ]] || (($# == 0)); then
    __mcp_fatal 'mcp_with_retry: usage: mcp_with_retry ATTEMPTS DELAY -- COMMAND'
  fi
  while :; do
    status=0
    "$@" || status=$?
    if ((status < 3 || attempt >= max)) || mcp_is_cancelled; then return "$status"; fi
    # Up to half as much again, so that many tools do not come back at once.
    __mcp_sleep_ms $((wait + wait * (RANDOM % 51) / 100))
    wait=$((wait * 2)) attempt=$((attempt + 1))
  done
}

# SECONDS (`2`, `0.25`) in milliseconds.
__mcp_milliseconds() {
  local fraction=000 number='^[0-9]+(\.[0-9]+)?$'
  if [[ ! $1 =~ $number ]]; then return 1; fi
  if [[ $1 == *.* ]]; then fraction=${1#*.}000; fi
  __mcp_value=${1%%.*}${fraction:0:3}
  __mcp_value=$((10#$__mcp_value))
}

__mcp_sleep_ms() {
  local seconds
  printf -v seconds %d.%03d $(($1 / 1000)) $(($1 % 1000))
  sleep "$seconds"
}

# STDOUT STDERR STATUS: the best sentence about why a command failed.
__mcp_extract_cli_error() {
  local message='' stderr=${2-}
  if [[ ${1-} == *[\{]* ]]; then
    message=$(__mcp_jq -rs '
      def words: if type == "string" and . != "" then . else empty end;
      if length == 1 and (.[0] | type) == "object" then .[0] else empty end
      | first((.error | objects | .message | words), (.error | words),
          (if .success == false or .ok == false or .status == "error"
           then .message | words else empty end),
          (.errors | arrays | .[0] | objects | .message | words))
    ' <<<"$1" 2>/dev/null) || message=''
  fi
  stderr=${stderr#"${stderr%%[![:space:]]*}"}
  stderr=${stderr%"${stderr##*[![:space:]]}"}
  message=${message:-$stderr}
  printf '%s\n' "${message:-CLI exited with code ${3:-1}}"
}

# --pattern RE [options] -- COMMAND...: see __mcp_run_options. Prints what the command prints and
# returns its status, or 130 once the call is cancelled.
__mcp_run_with_progress() {
  local pattern='' extract=match1 interval=0.2 stdout='' total='' dry_run=0 quiet=0
  local progress_file='' stderr_file='' scratch='' watched pid status=0 last=''
  local -a command
  __mcp_run_options "$@"
  if ((dry_run)); then
    printf 'would run:' >&2
    printf ' %q' "${command[@]}" >&2
    printf '\n' >&2
    return 0
  fi
  if [[ -z $stderr_file ]]; then
    # Beside the files of this call the host clears it away, whatever happens to the tool.
    scratch=${MCP_TOOL_ERROR_FILE:-${TMPDIR:-/tmp}/mcp}
    scratch=$(mktemp "${scratch%/*}/stderr.XXXXXX")
    stderr_file=$scratch
  fi
  watched=${progress_file:-$stderr_file}
  : >>"$watched"
  if [[ -n $stdout ]]; then
    "${command[@]}" >|"$stdout" 2>|"$stderr_file" &
  else
    "${command[@]}" 2>|"$stderr_file" &
  fi
  pid=$!
  __mcp_watch <"$watched" || status=130
  if ((status)); then
    __mcp_end "$pid"
  else
    wait "$pid" || status=$?
  fi
  if ((!quiet)); then cat "$stderr_file" >&2; fi
  if [[ -n $scratch ]]; then rm -f "$scratch"; fi
  return "$status"
}

__mcp_run_options() {
  while (($#)); do
    case $1 in
      --pattern) pattern=${2-} ;;
      --extract) extract=${2-} ;;
      --interval) interval=${2-} ;;
      --stdout) stdout=${2-} ;;
      --progress-file) progress_file=${2-} ;;
      --stderr-file) stderr_file=${2-} ;;
      --total) total=${2-} ;;
      --dry-run | --quiet)
        if [[ $1 == --quiet ]]; then quiet=1; else dry_run=1; fi
        shift
        continue
        ;;
      --)
        shift
        break
        ;;
      *) __mcp_fatal "mcp_run_with_progress: unknown option '$1'" ;;
    esac
    shift $(($# < 2 ? $# : 2))
  done
  if [[ -z $pattern ]] || (($# == 0)); then
    __mcp_fatal 'mcp_run_with_progress: usage: mcp_run_with_progress --pattern RE -- COMMAND'
  fi
  case $extract in
    json | match1 | ratio) ;;
    *) __mcp_fatal "mcp_run_with_progress: --extract is json, match1 or ratio, not '$extract'" ;;
  esac
  if ! __mcp_milliseconds "$interval"; then
    __mcp_fatal "mcp_run_with_progress: '$interval' is no number of seconds"
  fi
  command=("$@")
}

# Reads standard input, a file that still grows, until $pid ends; status 1 once cancelled.
__mcp_watch() {
  local piece='' line='' alive=1 over=$'\r'
  while :; do
    while IFS= read -r piece; do
      __mcp_watch_line "$line$piece"
      line=''
    done
    # A progress bar rewrites its line: all but the last state is over.
    line+=$piece
    if [[ $line == *"$over"* ]]; then
      __mcp_watch_line "${line%"$over"*}"
      line=${line##*"$over"}
    fi
    if ((!alive)); then break; fi
    if mcp_is_cancelled; then return 1; fi
    if kill -0 "$pid" 2>/dev/null; then sleep "$interval"; else alive=0; fi
  done
  if [[ -n $line ]]; then __mcp_watch_line "$line"; fi
}

# A line or several states of one; each that matches counts as a sign of life.
__mcp_watch_line() {
  local over=$'\r' rest state percent message
  rest=$1$over
  while [[ -n $rest ]]; do
    state=${rest%%"$over"*}
    rest=${rest#"$state"}
    rest=${rest#?}
    if [[ ! $state =~ $pattern ]]; then continue; fi
    percent='' message=$state
    case $extract in
      match1) __mcp_percent "${BASH_REMATCH[1]-}" "$total" ;;
      ratio) __mcp_percent "${BASH_REMATCH[1]-}" "${BASH_REMATCH[2]-}" ;;
      json) __mcp_json_state "$state" ;;
    esac
    if [[ -n $percent && $percent$message != "$last" && -n ${MCP_PROGRESS_TOKEN:-} ]]; then
      last=$percent$message
      mcp_progress "$percent" "$message"
    elif [[ -n ${MCP_PROGRESS_STREAM:-} ]]; then
      # An empty line: nothing to tell, still at work.
      { printf '\n' >>"$MCP_PROGRESS_STREAM"; } 2>/dev/null || :
    fi
  done
}

# VALUE [TOTAL]: sets $percent if these are numbers.
__mcp_percent() {
  local value=${1%%.*} whole=${2%%.*} digits='^[0-9]{1,15}$'
  if [[ ! $value =~ $digits ]]; then return 0; fi
  percent=$((10#$value))
  if [[ $whole =~ $digits ]] && ((10#$whole > 0)); then
    percent=$((percent * 100 / 10#$whole))
  fi
}

# {"progress"|"percent": N, "total": N, "message": "…"}
__mcp_json_state() {
  local json=$1 value
  __mcp_filter "$json" '.progress // .percent // empty' || return 0
  value=$__mcp_value
  __mcp_filter "$json" '.total // empty' || __mcp_value=''
  __mcp_percent "$value" "${__mcp_value:-$total}"
  if __mcp_filter "$json" '.message // empty' && [[ -n $__mcp_value ]]; then
    message=$__mcp_value
  fi
}

# Ends a child: a request first, force after a second.
__mcp_end() {
  local tries=0
  kill -TERM "$1" 2>/dev/null || :
  while kill -0 "$1" 2>/dev/null && ((tries < 10)); do
    sleep 0.1
    tries=$((tries + 1))
  done
  kill -KILL "$1" 2>/dev/null || :
  wait "$1" 2>/dev/null || :
}
