# Results for clients that show MCP Apps beside the text.
# shellcheck shell=bash disable=SC2154

__mcp_client_supports_ui() {
  [[ ${MCP_UI_SUPPORTED:-0} == 1 ]]
}

# URI TEXT [DATA]: the tool's metadata names the page, so the URI is not part of the result.
__mcp_result_with_ui() {
  local structured=''
  if [[ -n ${3-} ]]; then
    if ! __mcp_compact "$3"; then
      mcp_result_success "$3"
      return 0
    fi
    structured=",\"structuredContent\":$__mcp_text"
  fi
  __mcp_escape "${2-}"
  printf '{"content":[{"type":"text","text":%s}]%s,"isError":false}\n' "$__mcp_value" "$structured"
}

__mcp_result_with_ui_data() {
  mcp_result_with_ui "${1-}" "${2-}" "${3:-null}"
}

# URI [VISIBILITY,...]: the `_meta` of a tool whose result is shown by that page.
__mcp_tool_meta_with_ui() {
  local visibility=${2:-model,app} list='' item
  while [[ -n $visibility ]]; do
    item=${visibility%%,*}
    visibility=${visibility#"$item"}
    visibility=${visibility#,}
    __mcp_escape "$item"
    list+=${list:+,}$__mcp_value
  done
  __mcp_escape "${1-}"
  printf '{"ui":{"resourceUri":%s,"visibility":[%s]}}\n' "$__mcp_value" "$list"
}

__mcp_ui_form() {
  __mcp_no_template mcp_ui_form
}

__mcp_ui_table() {
  __mcp_no_template mcp_ui_table
}

__mcp_no_template() {
  printf '%s: page templates are not available yet; write ui/index.html instead\n' "$1" >&2
  return 1
}
