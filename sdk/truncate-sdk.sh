# Makes JSON fit a limit by leaving off the end of a list, never by cutting text.
# shellcheck shell=bash disable=SC2154

# JSON [MAX_BYTES] [--array-path .a.b]
__mcp_json_truncate() {
  local json=${1-} max='' path='' keys=null syntax='^(\.[A-Za-z_][A-Za-z0-9_]*)+$' IFS=.
  shift $(($# ? 1 : 0))
  while (($#)); do
    case $1 in
      --array-path)
        path=${2:-invalid}
        shift $(($# < 2 ? $# : 2))
        ;;
      *)
        max=$1
        shift
        ;;
    esac
  done
  max=${max:-${MCPBASH_MAX_TEXT_BYTES:-102400}}
  if [[ $max == *[!0-9]* ]]; then max=102400; fi
  if [[ $path == . ]]; then
    keys='[]'
  elif [[ $path =~ $syntax ]]; then
    # shellcheck disable=SC2086
    keys=$(mcp_json_arr ${path#.})
  elif [[ -n $path ]]; then
    __mcp_print_untruncated invalid_path_syntax "--array-path must look like .items or .data.items"
    return 0
  fi
  __mcp_truncate "$max" "$keys" <<<"$json" 2>/dev/null && return 0
  __mcp_print_untruncated invalid_json "The text is not one JSON value"
}

__mcp_print_untruncated() {
  printf '{"result":null,"truncated":false,"error":%s}\n' \
    "$(mcp_json_obj type "$1" message "$2")"
}

__mcp_truncate() {
  # shellcheck disable=SC2016
  __mcp_jq -cs --argjson max "$1" --argjson keys "$2" '
    def bytes: tojson | utf8bytelength;
    def failed($type; $message):
      {result: null, truncated: false, error: {type: $type, message: $message}};
    def too_large: failed("output_too_large"; "The result cannot be made to fit \($max) bytes");
    if length != 1 then error("not one value") else .[0] end
    | . as $whole
    | (if $keys != null then $keys
       elif type == "array" then []
       elif type == "object" and (.results | type) == "array" then ["results"]
       else null end) as $where
    | if bytes <= $max then {result: ., truncated: false}
      elif $where == null then too_large
      else (try getpath($where) catch null) as $list
      | if $list == null then failed("path_not_found"; "Nothing at .\($where | join("."))")
        elif ($list | type) != "array" then
          failed("invalid_array_path"; "No array at .\($where | join("."))")
        else ($whole | setpath($where; []) | bytes) as $frame
        | if $frame > $max then too_large
          else (reduce $list[] as $item ({used: $frame, kept: 0, full: false};
              if .full then .
              else (.used + ($item | bytes) + (if .kept > 0 then 1 else 0 end)) as $used
              | if $used > $max then .full = true else .used = $used | .kept += 1 end
              end) | .kept) as $kept
          | ($list | length) as $total
          | {result: ($whole | setpath($where; $list[:$kept])), truncated: true,
             kept: $kept, total: $total,
             _warning: "Kept \($kept) of \($total) items to stay within \($max) bytes"}
          end
        end
      end
  '
}
