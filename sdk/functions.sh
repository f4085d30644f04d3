# The functions that are loaded when first called, and which file each of them is in.
# shellcheck shell=bash disable=SC2154

# The file defines an internal function anew.
__mcp_load() {
  # shellcheck source=/dev/null
  . "$__mcp_sdk/$1-sdk.sh"
  shift
  "${FUNCNAME[1]}" "$@"
}

# The file defines a function of the same name after two underscores: one that a script has replaced
# stays replaced.
__mcp_call() {
  if ! declare -F "__${FUNCNAME[1]}" >/dev/null; then
    # shellcheck source=/dev/null
    . "$__mcp_sdk/$1-sdk.sh"
  fi
  shift
  "__${FUNCNAME[1]}" "$@"
}

__mcp_json_walk() { __mcp_load walk "$@"; }
__mcp_compact() { __mcp_load json "$@"; }
__mcp_escape_controls() { __mcp_load json; }
__mcp_escape_split() { __mcp_load json; }
__mcp_slow() { __mcp_load json "$@"; }
__mcp_jq() { __mcp_load json "$@"; }
__mcp_fatal() { __mcp_load error "$@"; }
__mcp_lookup() { __mcp_load args "$@"; }
__mcp_untraced() { __mcp_load args "$@"; }
__mcp_locate() { __mcp_load args "$@"; }

mcp_is_valid_json() { __mcp_call json "$@"; }
mcp_fail() { __mcp_call error "$@"; }
mcp_fail_invalid_args() { __mcp_call error "$@"; }
mcp_args_raw() { __mcp_call args "$@"; }
mcp_meta_raw() { __mcp_call args "$@"; }
mcp_args_require() { __mcp_call args "$@"; }
mcp_args_bool() { __mcp_call args "$@"; }
mcp_args_int() { __mcp_call args "$@"; }
mcp_progress() { __mcp_call notify "$@"; }
mcp_log() { __mcp_call notify "$@"; }
mcp_log_debug() { __mcp_call notify "$@"; }
mcp_log_info() { __mcp_call notify "$@"; }
mcp_log_warn() { __mcp_call notify "$@"; }
mcp_log_error() { __mcp_call notify "$@"; }
mcp_debug() { __mcp_call notify "$@"; }
mcp_roots_list() { __mcp_call path "$@"; }
mcp_roots_count() { __mcp_call path "$@"; }
mcp_roots_contains() { __mcp_call path "$@"; }
mcp_require_path() { __mcp_call path "$@"; }
mcp_path_normalize() { __mcp_call path "$@"; }
mcp_path_collapse() { __mcp_call path "$@"; }
mcp_byte_length() { __mcp_call result "$@"; }
mcp_result_success() { __mcp_call result "$@"; }
mcp_result_error() { __mcp_call result "$@"; }
mcp_result_text_with_resource() { __mcp_call result "$@"; }
mcp_error() { __mcp_call result "$@"; }
mcp_json_truncate() { __mcp_call truncate "$@"; }
mcp_extract_cli_error() { __mcp_call run "$@"; }
mcp_run_with_progress() { __mcp_call run "$@"; }
mcp_with_retry() { __mcp_call run "$@"; }
mcp_config_load() { __mcp_call config "$@"; }
mcp_config_get() { __mcp_call config "$@"; }
mcp_download_safe() { __mcp_call download "$@"; }
mcp_download_safe_or_fail() { __mcp_call download "$@"; }
mcp_resource_detect_mime() { __mcp_call resource "$@"; }
mcp_elicit() { __mcp_call elicit "$@"; }
mcp_elicit_url() { __mcp_call elicit "$@"; }
mcp_elicit_string() { __mcp_call elicit "$@"; }
mcp_elicit_confirm() { __mcp_call elicit "$@"; }
mcp_elicit_choice() { __mcp_call elicit "$@"; }
mcp_elicit_titled_choice() { __mcp_call elicit "$@"; }
mcp_elicit_multi_choice() { __mcp_call elicit "$@"; }
mcp_elicit_titled_multi_choice() { __mcp_call elicit "$@"; }
mcp_client_supports_ui() { __mcp_call ui "$@"; }
mcp_result_with_ui() { __mcp_call ui "$@"; }
mcp_result_with_ui_data() { __mcp_call ui "$@"; }
mcp_tool_meta_with_ui() { __mcp_call ui "$@"; }
mcp_ui_form() { __mcp_call ui "$@"; }
mcp_ui_table() { __mcp_call ui "$@"; }
