# A tool's own configuration: defaults, example, file and environment, merged into one object.
# shellcheck shell=bash disable=SC2154

# [--env VARIABLE] [--file FILE] [--example FILE] [--defaults JSON]; later ones win, key by key:
# defaults, example, file, environment. Exports MCP_CONFIG_JSON; status 1 if there is nothing.
__mcp_config_load() {
  local env='' file='' example='' defaults='' value='' merged=''
  while (($#)); do
    case $1 in
      --env | --file | --example | --defaults) printf -v "${1#--}" %s "${2-}" ;;
      *) __mcp_fatal "mcp_config_load: unknown option '$1'" ;;
    esac
    shift $(($# < 2 ? $# : 2))
  done
  if [[ -n $env ]]; then value=${!env:-}; fi
  __mcp_merge '--defaults' "$defaults"
  __mcp_merge_file "$example"
  __mcp_merge_file "$file"
  case $value in
    *[![:space:]]*)
      if [[ ${value#"${value%%[![:space:]]*}"} == '{'* ]]; then
        __mcp_merge "$env" "$value"
      elif [[ -r $value ]]; then
        __mcp_merge_file "$value"
      else
        printf 'mcp_config_load: %s holds neither a JSON object nor a readable file\n' "$env" >&2
      fi
      ;;
  esac
  if [[ -z $merged ]]; then return 1; fi
  export MCP_CONFIG_JSON=$merged
}

__mcp_merge_file() {
  local content=''
  if [[ -z $1 || ! -r $1 || -d $1 ]]; then return 0; fi
  IFS= read -r -d '' content <"$1" || :
  __mcp_merge "$1" "$content"
}

# WHENCE JSON: lays an object over $merged; anything else is reported and left out.
__mcp_merge() {
  if [[ -z $2 ]]; then return 0; fi
  if ! __mcp_compact "$2" || [[ $__mcp_text != '{'* ]]; then
    printf 'mcp_config_load: %s is not a JSON object, left out\n' "$1" >&2
  elif [[ -z $merged || $merged == '{}' || $__mcp_text == '{}' ]]; then
    if [[ -z $merged || $__mcp_text != '{}' ]]; then merged=$__mcp_text; fi
  else
    merged=$(__mcp_jq -cs '.[0] + .[1]' <<<"$merged $__mcp_text")
  fi
}

# FILTER [--default VALUE]; status 1 if it is null and there is no default.
__mcp_config_get() {
  local filter=${1:-.}
  if ! __mcp_filter "${MCP_CONFIG_JSON:-null}" "$filter"; then
    __mcp_kind=unknown
    __mcp_value=$(__mcp_jq -rc " $filter" <<<"${MCP_CONFIG_JSON:-null}") || return 1
    if [[ $__mcp_value == null ]]; then __mcp_kind=missing; fi
  fi
  case $__mcp_kind in
    missing | null | empty)
      if [[ ${2-} != --default ]]; then return 1; fi
      __mcp_value=${3-}
      ;;
  esac
  printf '%s\n' "$__mcp_value"
}
