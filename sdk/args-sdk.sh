# Arguments as a whole, and arguments that must be there or must be of a kind.
# shellcheck shell=bash disable=SC2154

__mcp_args_raw() { __mcp_untraced __mcp_raw args; }
__mcp_meta_raw() { __mcp_untraced __mcp_raw meta; }

# Values never reach a trace; the status is that of the command.
__mcp_untraced() {
  local flags=$- status=0
  { set +x; } 2>/dev/null
  "$@" || status=$?
  case $flags in *x*) set -x ;; esac
  return "$status"
}

# Where `args` or `meta` is kept: __mcp_file if it was too big for the environment, else __mcp_json.
__mcp_locate() {
  if [[ $1 == args ]]; then
    __mcp_file=${MCP_TOOL_ARGS_FILE:-} __mcp_json=${MCP_TOOL_ARGS_JSON:-}
  else
    __mcp_file=${MCP_TOOL_META_FILE:-} __mcp_json=${MCP_TOOL_META_JSON:-}
  fi
  if [[ -n $__mcp_file && ! -r $__mcp_file ]]; then __mcp_file=''; fi
  if [[ -z $__mcp_json ]]; then __mcp_json='{}'; fi
}

__mcp_raw() {
  __mcp_locate "$1"
  if [[ -n $__mcp_file ]]; then cat "$__mcp_file"; else printf %s "$__mcp_json"; fi
}

# Puts a value into __mcp_value and whether it is missing, null or "" into __mcp_absent.
__mcp_lookup() {
  __mcp_value='' __mcp_absent=1
  if __mcp_quick "$1" "$2"; then
    case $__mcp_kind in missing | null | empty) return 0 ;; esac
  else
    # The mark keeps line breaks at the end of the value.
    __mcp_value=$(__mcp_slow "$1" "$2" && printf .) || return 1
    __mcp_value=${__mcp_value%.}
    __mcp_value=${__mcp_value%"$__mcp_newline"}
    if [[ $__mcp_value == null ]]; then return 0; fi
  fi
  if [[ -n $__mcp_value ]]; then __mcp_absent=0; fi
}

__mcp_args_require() {
  __mcp_untraced __mcp_lookup args "${1:-.}" || :
  if ((__mcp_absent)) || [[ $__mcp_value == null ]]; then
    mcp_fail_invalid_args "${2:-${1:-.} is required}"
  fi
  printf '%s\n' "$__mcp_value"
}

__mcp_args_bool() {
  __mcp_typed mcp_args_bool '' "$@"
  case $__mcp_value in
    true | 1) printf 'true\n' ;;
    *) printf 'false\n' ;;
  esac
}

__mcp_args_int() {
  local min='' max=''
  __mcp_typed mcp_args_int 'min max' "$@"
  set -- "${1:-.}"
  __mcp_check_integer "$1" "$__mcp_value"
  if [[ -n $min ]]; then __mcp_check_integer "$1: --min" "$min"; fi
  if [[ -n $max ]]; then __mcp_check_integer "$1: --max" "$max"; fi
  if [[ -n $min && -n $max ]] && __mcp_less "$max" "$min"; then
    mcp_fail_invalid_args "$1: --min $min is greater than --max $max"
  elif [[ -n $min ]] && __mcp_less "$__mcp_value" "$min"; then
    mcp_fail_invalid_args "$1 must be >= $min"
  elif [[ -n $max ]] && __mcp_less "$max" "$__mcp_value"; then
    mcp_fail_invalid_args "$1 must be <= $max"
  fi
  printf '%s\n' "$__mcp_value"
}

# CALLER OPTIONS POINTER [--OPTION VALUE]...: the value of an argument or its --default goes into
# __mcp_value, other options into the caller's variables of that name.
__mcp_typed() {
  local caller=$1 known=" default $2 " pointer=${3:-.} default
  shift $(($# < 3 ? $# : 3))
  while (($#)); do
    if [[ $1 != --?* || $known != *" ${1#--} "* ]] || (($# < 2)); then
      __mcp_fatal "$caller: unknown option or no value: '$1'"
    fi
    printf -v "${1#--}" %s "$2"
    shift 2
  done
  __mcp_untraced __mcp_lookup args "$pointer" || :
  if ((__mcp_absent)) || [[ $__mcp_value == null ]]; then
    if [[ -z ${default+x} ]]; then mcp_fail_invalid_args "$pointer is required"; fi
    __mcp_value=$default
  fi
}

__mcp_check_integer() {
  case ${2#-} in
    '' | *[!0-9]*) mcp_fail_invalid_args "$1 must be an integer" ;;
  esac
}

# Compares integers of any length, which arithmetic would cut to 64 bits.
__mcp_less() {
  local a=${1#-} b=${2#-} a_sign='' b_sign='' swap
  a=${a#"${a%%[!0]*}"} b=${b#"${b%%[!0]*}"}
  if [[ $1 == -* && -n $a ]]; then a_sign=-; fi
  if [[ $2 == -* && -n $b ]]; then b_sign=-; fi
  if [[ $a_sign$b_sign == -- ]]; then swap=$a a=$b b=$swap; fi
  if [[ $a_sign != "$b_sign" ]]; then
    [[ -n $a_sign ]]
  elif ((${#a} != ${#b})); then
    ((${#a} < ${#b}))
  else
    [[ $a < $b ]]
  fi
}
