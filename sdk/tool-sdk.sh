# What a tool script sources. Reading arguments and writing results is here; everything else is
# loaded when first called, so that a small tool pays for little.
# shellcheck shell=bash

set -euo pipefail

__mcp_sdk=${BASH_SOURCE[0]%/*}
if [[ $__mcp_sdk == "${BASH_SOURCE[0]}" ]]; then __mcp_sdk=.; fi

# Quoting inside ${text//pattern/replacement} differs between releases of bash. Quoted variables
# mean the same in all of them, except for two backslashes in a row: these take two steps.
__mcp_backslash=\\
__mcp_quote=\"
__mcp_stand_in=$'\002'
__mcp_newline=$'\n'
__mcp_tab=$'\t'
__mcp_integer='^-?(0|[1-9][0-9]*)$'
__mcp_number='^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?$'
# Longer texts are for jq.
__mcp_text_max_chars=16384
__mcp_absent=1

# ---- Arguments and request metadata ----

mcp_args_get() {
  if [[ $- == *x* ]]; then __mcp_untraced __mcp_get args "$@"; else __mcp_get args "$@"; fi
}
mcp_meta_get() { __mcp_untraced __mcp_get meta "$@"; }

# SOURCE [FILTER [--default VALUE]]
__mcp_get() {
  local source=$1 filter=${2:-.}
  if (($# > 2)); then
    if [[ $3 != --default ]]; then __mcp_fatal "mcp_${source}_get: unknown option '$3'"; fi
    __mcp_lookup "$source" "$filter" || return 1
    if ((__mcp_absent)); then __mcp_value=${4-}; fi
    printf '%s\n' "$__mcp_value"
  elif __mcp_quick "$source" "$filter"; then
    if [[ $__mcp_kind != empty ]]; then printf '%s\n' "$__mcp_value"; fi
  else
    # Kept until the end, so that an error leaves nothing behind; the mark saves line breaks.
    __mcp_value=$(__mcp_slow "$source" "$filter" && printf .) || return 1
    printf %s "${__mcp_value%.}"
  fi
}

# Answers a filter in this process, like __mcp_filter; status 1: one for __mcp_slow.
__mcp_quick() {
  if [[ $1 != args || -n ${MCP_TOOL_ARGS_FILE:-} ]]; then
    __mcp_locate "$1"
    if [[ -n $__mcp_file ]]; then
      __mcp_json=''
      IFS= read -r -n $((__mcp_text_max_chars + 1)) -d '' __mcp_json <"$__mcp_file" || :
    fi
  else
    __mcp_file='' __mcp_json=${MCP_TOOL_ARGS_JSON:-}
    if [[ -z $__mcp_json ]]; then __mcp_json='{}'; fi
  fi
  if [[ ${MCPBASH_MODE:-} == minimal ]]; then return 1; fi
  __mcp_filter "$__mcp_json" "$2"
}

# ---- Filters that need no process; results come back in __mcp_* variables ----

# __mcp_filter JSON FILTER answers `.a.b // .c // "x"` as jq -rc does, in __mcp_value and __mcp_kind
# (`missing` where jq prints null, `empty` where it prints nothing); status 1: a filter for jq.
__mcp_filter() {
  case $2 in
    .[0-9]* | .*[!A-Za-z0-9_]* | '' | . | [!.]*) __mcp_alternatives "$1" "$2" || return 1 ;;
    *) __mcp_flat "$1" "${2#.}" || __mcp_json_walk "$1" "${2#.}" || return 1 ;;
  esac
  __mcp_value=$__mcp_text
  case $__mcp_kind in
    string)
      __mcp_value=${__mcp_text#\"}
      __mcp_value=${__mcp_value%\"}
      if [[ $__mcp_value == *\\* ]]; then __mcp_unescape || return 1; fi
      ;;
    missing) __mcp_value=null ;;
    number) if [[ $__mcp_text == *[eE]* ]]; then return 1; fi ;;
  esac
}

# More than one key: finds the first alternative that is neither null nor false, or else the last.
__mcp_alternatives() {
  local rest=$2 path kind='' text='' IFS=.
  while :; do
    rest=${rest#"${rest%%[![:space:]]*}"}
    path=${rest%%[!A-Za-z0-9_.]*}
    case $path in
      *..* | ?*. | *.[0-9]*) return 1 ;;
      .*)
        rest=${rest#"$path"}
        # shellcheck disable=SC2086
        __mcp_flat "$1" "${path#.}" || __mcp_json_walk "$1" ${path#.} || return 1
        ;;
      *) __mcp_filter_literal || return 1 ;;
    esac
    case $kind in
      '' | missing | null | false) kind=$__mcp_kind text=$__mcp_text ;;
    esac
    rest=${rest#"${rest%%[![:space:]]*}"}
    case $rest in
      '') break ;;
      //*) rest=${rest#//} ;;
      *) return 1 ;;
    esac
  done
  __mcp_kind=$kind __mcp_text=$text
}

# Takes a literal, the last alternative, off $rest.
__mcp_filter_literal() {
  local literal=${rest%"${rest##*[![:space:]]}"} inner
  rest=''
  inner=${literal#\"}
  inner=${inner%\"}
  case $literal in
    empty) __mcp_kind=empty __mcp_text='' ;;
    \"*\") if [[ $inner == *[\"\\]* ]]; then return 1; else __mcp_found "$literal"; fi ;;
    *) __mcp_found "$literal" ;;
  esac
}

# Most arguments are one object of strings, numbers and words, no string of them with a quote or a
# bracket: there every quote is a delimiter, and a key can be cut out like by __mcp_json_walk.
__mcp_flat() {
  local before=${1#\{} rest text
  if [[ -z $2 || $2 == *.* || $1 != '{'*'}' ]]; then return 1; fi
  case ${before%\}} in *[][{}]* | *\\\"*) return 1 ;; esac
  if ((${#1} > __mcp_text_max_chars)); then return 1; fi
  before=${1%[\{,]\""$2"\":*}
  if [[ $before == "$1" ]]; then
    # A value may look like the key, and blanks may stand between the two.
    if [[ $1 == *"\"$2\""* ]]; then return 1; fi
    __mcp_kind=missing __mcp_text=''
    return 0
  fi
  rest=${1:${#before}+${#2}+4}
  text=${rest%%[,\}]*}
  if [[ $rest == \"* ]]; then
    text=${rest#?}
    text=\"${text%%\"*}\"
  fi
  case ${rest:${#text}:1} in [,\}]) __mcp_found "$text" ;; *) return 1 ;; esac
}

# A scalar as __mcp_text and __mcp_kind; status 1: none that is plain.
__mcp_found() {
  __mcp_text=$1
  case $1 in
    \"*\") __mcp_kind=string ;;
    true | false | null) __mcp_kind=$1 ;;
    '' | - | *[!0-9.-]* | ?*-* | *.*.* | *. | .* | -.*) return 1 ;;
    *) __mcp_kind=number ;;
  esac
}

# Turns the inside of a JSON string, $__mcp_value, into what it means; status 1: a text for jq.
__mcp_unescape() {
  __mcp_value=${__mcp_value//"$__mcp_backslash$__mcp_backslash"/"$__mcp_stand_in"}
  __mcp_value=${__mcp_value//"$__mcp_backslash$__mcp_quote"/"$__mcp_quote"}
  __mcp_value=${__mcp_value//"$__mcp_backslash/"//}
  if [[ $__mcp_value == *\\[!bfnrt]* ]]; then return 1; fi
  printf -v __mcp_value %b "$__mcp_value"
  __mcp_value=${__mcp_value//"$__mcp_stand_in"/"$__mcp_backslash"}
}

# ---- Results ----

mcp_emit_text() { printf %s "${1-}"; }

mcp_emit_json() {
  # Without blanks a text is compact already, or no JSON, which is printed as it is.
  if [[ ${1-} == *[[:space:]]* ]] && __mcp_compact "$1"; then
    printf %s "$__mcp_text"
  else
    printf %s "${1-}"
  fi
}

mcp_json_escape() { __mcp_escape "${1-}" && printf %s "$__mcp_value"; }

mcp_json_obj() {
  local json='' key
  if (($# % 2)); then __mcp_fatal "mcp_json_obj: a key without a value ($# arguments)"; fi
  while (($#)); do
    __mcp_escape "$1"
    key=$__mcp_value
    __mcp_escape "$2"
    json+=${json:+,}$key:$__mcp_value
    shift 2
  done
  printf '{%s}' "$json"
}

mcp_json_arr() {
  local json='' item
  for item; do
    __mcp_escape "$item"
    json+=${json:+,}$__mcp_value
  done
  printf '[%s]' "$json"
}

# __mcp_escape TEXT puts a quoted JSON string into __mcp_value.
__mcp_escape() {
  local text=$1
  if [[ $text == *[\"\\[:cntrl:]]* ]]; then
    if [[ $text == *"$__mcp_stand_in"* ]]; then __mcp_escape_split && return 0; fi
    text=${text//"$__mcp_backslash"/"$__mcp_backslash$__mcp_stand_in"}
    text=${text//"$__mcp_stand_in"/"$__mcp_backslash"}
    text=${text//"$__mcp_quote"/"$__mcp_backslash$__mcp_quote"}
    text=${text//"$__mcp_newline"/"${__mcp_backslash}n"}
    text=${text//"$__mcp_tab"/"${__mcp_backslash}t"}
    if [[ $text == *[[:cntrl:]]* ]]; then __mcp_escape_controls; fi
  fi
  __mcp_value=\"$text\"
}

mcp_is_cancelled() { [[ -n ${MCP_CANCEL_FILE:-} && -e $MCP_CANCEL_FILE ]]; }

# shellcheck source=functions.sh
. "$__mcp_sdk/functions.sh"

# What __mcp_flat cannot read is read here once, not in each command substitution.
__mcp_json=${MCP_TOOL_ARGS_JSON:-}
if [[ ${__mcp_json#?} == *[\[\{]* || $__mcp_json == *\\\"* ]]; then
  __mcp_json_walk "$__mcp_json" || :
fi
