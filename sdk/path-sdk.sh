# Paths, and the roots they must lie in; without a process unless a link must be read.
# shellcheck shell=bash disable=SC2154

__mcp_roots_list() {
  if [[ -n ${MCP_ROOTS_PATHS:-} ]]; then printf '%s\n' "${MCP_ROOTS_PATHS%"$__mcp_newline"}"; fi
}

__mcp_roots_count() {
  printf '%s\n' "${MCP_ROOTS_COUNT:-0}"
}

__mcp_roots_contains() {
  local path root roots=${MCP_ROOTS_PATHS:-}
  __mcp_normalize physical "${1-}" || return 1
  path=$__mcp_value
  while [[ -n $roots ]]; do
    root=${roots%%"$__mcp_newline"*}
    roots=${roots#"$root"}
    roots=${roots#"$__mcp_newline"}
    if [[ -z $root ]] || ! __mcp_normalize physical "$root"; then continue; fi
    if [[ $__mcp_value == / || $path == "$__mcp_value" || $path == "$__mcp_value"/* ]]; then
      return 0
    fi
  done
  return 1
}

__mcp_require_path() {
  local pointer=${1:-.} allow_empty=0 use_root=0 path
  shift $(($# ? 1 : 0))
  while (($#)); do
    case $1 in
      --allow-empty) allow_empty=1 ;;
      --default-to-single-root) use_root=1 ;;
      *) __mcp_fatal "mcp_require_path: unknown option '$1'" ;;
    esac
    shift
  done
  __mcp_untraced __mcp_lookup args "$pointer" || :
  path=$__mcp_value
  if ((__mcp_absent)) || [[ $path == null ]]; then
    path=''
    if ((use_root)) && [[ ${MCP_ROOTS_COUNT:-0} == 1 ]]; then
      path=${MCP_ROOTS_PATHS%"$__mcp_newline"}
    elif ((allow_empty)); then
      printf '\n'
      return 0
    fi
  fi
  if [[ -z $path ]]; then mcp_fail_invalid_args "$pointer is required"; fi
  if ! __mcp_normalize physical "$path"; then
    mcp_fail_invalid_args "$pointer is not a usable path"
  fi
  path=$__mcp_value
  if [[ -n ${MCP_ROOTS_PATHS:-} ]] && ! mcp_roots_contains "$path"; then
    mcp_fail_invalid_args "$pointer is outside configured MCP roots"
  fi
  printf '%s\n' "$path"
}

__mcp_path_normalize() {
  local how=physical
  case ${1-} in
    --physical) shift ;;
    --logical)
      how=logical
      shift
      ;;
  esac
  __mcp_normalize "$how" "${1-}" || return 1
  printf '%s\n' "$__mcp_value"
}

__mcp_path_collapse() {
  __mcp_normalize logical "${1-}" || return 1
  printf '%s\n' "$__mcp_value"
}

# physical|logical PATH: an absolute path without `.`, `..`, doubled or trailing slashes in
# __mcp_value; physical follows links, and neither asks that the path exists.
__mcp_normalize() {
  local how=$1 rest=$2 part target links=0
  __mcp_value=''
  if [[ -z $rest ]]; then return 1; fi
  if [[ $rest != /* ]]; then rest=$PWD/$rest; fi
  while [[ -n $rest ]]; do
    part=${rest%%/*}
    rest=${rest#"$part"}
    rest=${rest#/}
    case $part in
      '' | .) continue ;;
      ..)
        __mcp_value=${__mcp_value%/*}
        continue
        ;;
    esac
    if [[ $how == physical && -L $__mcp_value/$part ]]; then
      links=$((links + 1))
      if ((links > 40)); then return 1; fi
      # The mark keeps line breaks at the end of the target.
      target=$(readlink -n "$__mcp_value/$part" && printf .) || return 1
      rest=${target%.}/$rest
      if [[ $rest == /* ]]; then __mcp_value=''; fi
    else
      __mcp_value+=/$part
    fi
  done
  if [[ -z $__mcp_value ]]; then __mcp_value=/; fi
}
