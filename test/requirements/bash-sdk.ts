// The promises of the shell SDK, from the mcp-bash specification and its contract, as id + quote.

export const BASH_SDK = [
  // Arguments and request metadata
  { id: 'bash-sdk:args:raw', quote: 'mcp_args_raw → raw JSON args string' },
  { id: 'bash-sdk:args:get', quote: "mcp_args_get '<jq_filter>' → extract value via jq/gojq" },
  { id: 'bash-sdk:args:get-error', quote: 'prints "" and rc≠0 on jq error (warns on stderr)' },
  { id: 'bash-sdk:args:get-minimal', quote: 'minimal mode rc 1' },
  { id: 'bash-sdk:args:get-default', quote: '--default: default when missing/null/""' },
  { id: 'bash-sdk:args:meta-get', quote: 'mcp_meta_get FILTER: same on _meta' },
  { id: 'bash-sdk:args:like-jq', quote: 'filters .key, .key // default, .a.b answered without jq' },
  { id: 'bash-sdk:args:numbers', quote: 'key order/number precision of arguments' },
  {
    id: 'bash-sdk:args:spill',
    quote: 'MCPBASH_ENV_PAYLOAD_THRESHOLD → spill large args/metadata to temp files',
  },
  { id: 'bash-sdk:args:no-trace', quote: 'xtrace suspended' },
  {
    id: 'bash-sdk:args:require',
    quote: 'value or mcp_fail_invalid_args "PTR is required"; the string "null" counts as missing',
  },
  {
    id: 'bash-sdk:args:bool',
    quote: 'true/1 → true, everything else false; missing without default fails',
  },
  {
    id: 'bash-sdk:args:int',
    quote: '"PTR must be an integer"; "must be >= / <="; min>max fails',
  },
  {
    id: 'bash-sdk:args:unknown-option',
    quote: 'an option nobody knows is a mistake in the tool (ours)',
  },
  // Output and JSON
  { id: 'bash-sdk:emit:text', quote: 'mcp_emit_text "string" → plain text result' },
  { id: 'bash-sdk:emit:json', quote: 'json compacted if parseable; raw otherwise, no newline' },
  { id: 'bash-sdk:json:escape', quote: 'mcp_json_escape → returns a quoted JSON string literal' },
  { id: 'bash-sdk:json:obj', quote: 'all values treated as strings' },
  { id: 'bash-sdk:json:obj-odd', quote: 'odd arg count is a fatal error' },
  { id: 'bash-sdk:json:arr', quote: 'mcp_json_arr "v1" "v2" ... → returns ["v1","v2",...]' },
  { id: 'bash-sdk:json:valid', quote: 'exactly one JSON value; always true in minimal mode' },
  { id: 'bash-sdk:json:bytes', quote: 'mcp_byte_length S: UTF-8 byte count' },
  {
    id: 'bash-sdk:json:truncate',
    quote: '{result,truncated,kept?,total?,error?,_warning?}; top-level array / .results / path',
  },
  // Errors
  { id: 'bash-sdk:fail:fail', quote: 'mcp_fail <code> "msg" [data_json] → JSON-RPC error' },
  { id: 'bash-sdk:fail:invalid-args', quote: 'mcp_fail_invalid_args "msg" → -32602' },
  { id: 'bash-sdk:fail:subshell', quote: 'Error file non-empty (even if exit 0)' },
  // Results
  {
    id: 'bash-sdk:result:success',
    quote: '{content:[text],structuredContent:{success:true,result:JSON},isError:false}',
  },
  {
    id: 'bash-sdk:result:summary',
    quote: 'else "Success: array with N items"/"object with N keys"/first 100 chars',
  },
  { id: 'bash-sdk:result:not-json', quote: 'empty/invalid/multi-value → error result' },
  {
    id: 'bash-sdk:result:error',
    quote: 'non-object/invalid wrapped as internal_error with raw; rc 0',
  },
  {
    id: 'bash-sdk:result:mcp-error',
    quote:
      'logs debug (warn if hint), delegates; does NOT exit; invalid data → {"_invalid_json":raw}',
  },
  {
    id: 'bash-sdk:result:resource',
    quote: 'overwrites MCP_TOOL_RESOURCES_FILE with a JSON array (unreadable paths skipped)',
  },
  { id: 'bash-sdk:resource:mime', quote: 'mcp_resource_detect_mime' },
  // Pages
  { id: 'bash-sdk:ui:result', quote: 'UI result = {content:[text],structuredContent:DATA}' },
  { id: 'bash-sdk:ui:support', quote: 'mcp_client_supports_ui' },
  { id: 'bash-sdk:ui:meta', quote: 'mcp_tool_meta_with_ui URI [vis]' },
  { id: 'bash-sdk:ui:later', quote: 'Later: MCP Apps UI templates (until then a clear message)' },
  // Progress, logs, cancellation
  { id: 'bash-sdk:progress:progress', quote: 'non-digits → 0, clamp 0..100' },
  { id: 'bash-sdk:progress:token', quote: 'T emitted bare if it looks numeric' },
  { id: 'bash-sdk:progress:no-op', quote: 'no-op without token/stream' },
  { id: 'bash-sdk:log:levels', quote: 'mcp_log_debug|info|warn|error (warn→"warning")' },
  { id: 'bash-sdk:log:message-or-json', quote: '"logger" "msg_or_json" → notifications/message' },
  { id: 'bash-sdk:log:log', quote: 'mcp_log LEVEL LOGGER JSON: append log line' },
  { id: 'bash-sdk:log:bad-level', quote: 'bad level → info + stderr warning' },
  { id: 'bash-sdk:log:debug', quote: 'append [HH:MM:SS] MSG to MCPBASH_DEBUG_LOG' },
  { id: 'bash-sdk:cancel:is-cancelled', quote: 'mcp_is_cancelled → exit status 0 when cancelled' },
  // Paths and roots
  { id: 'bash-sdk:path:collapse', quote: 'textual ./.. collapse against $PWD' },
  { id: 'bash-sdk:path:normalize', quote: 'mcp_path_normalize [--physical|--logical] P' },
  { id: 'bash-sdk:path:no-drive-letters', quote: '✗ /x/… becomes /X/… on every OS' },
  { id: 'bash-sdk:path:require', quote: '"… is outside configured MCP roots"' },
  { id: 'bash-sdk:roots:list', quote: 'mcp_roots_list → newline-separated roots paths' },
  { id: 'bash-sdk:roots:contains', quote: 'exit 0 if path is within any root' },
  // Running programs
  { id: 'bash-sdk:run:retry', quote: 'exit 0/1/2 never retried, ≥3 retried; returns last rc' },
  { id: 'bash-sdk:run:cli-error', quote: '.error.message → .error → .message → … → stderr' },
  { id: 'bash-sdk:run:progress', quote: 'run CMD, forward progress parsed from its stderr' },
  { id: 'bash-sdk:run:live', quote: 'Progress and logs are delivered while the tool runs' },
  { id: 'bash-sdk:run:files', quote: '[--stdout F] [--progress-file F] [--stderr-file F]' },
  { id: 'bash-sdk:run:heartbeat', quote: 'any match touches the progress stream' },
  { id: 'bash-sdk:run:cancel', quote: 'kills CMD and returns 130 on cancel' },
  { id: 'bash-sdk:run:dry-run', quote: '[--dry-run]' },
  // Configuration and downloads
  { id: 'bash-sdk:config:load', quote: 'shallow merge defaults<example<file<env; rc 1 if nothing' },
  { id: 'bash-sdk:config:get', quote: 'value (false kept); rc 1 if null and no default' },
  { id: 'bash-sdk:download:safe', quote: 'JSON {success,bytes,path} or {success:false,error}' },
  {
    id: 'bash-sdk:download:statuses',
    quote: 'host_blocked(4), network_error(5), size_exceeded(6)',
  },
  { id: 'bash-sdk:download:retry', quote: 'codes 4/6/7 not retried' },
  { id: 'bash-sdk:download:or-fail', quote: '"Download failed (type): msg"' },
  // Elicitation
  {
    id: 'bash-sdk:elicit:elicit',
    quote: 'Normalized response: {"action":"accept|decline|cancel|error","content":...}',
  },
  { id: 'bash-sdk:elicit:unsupported', quote: 'unsupported → decline rc 1' },
  { id: 'bash-sdk:elicit:timeout', quote: 'timeout → action error rc 1' },
  { id: 'bash-sdk:elicit:cancel', quote: 'cancelled → cancel rc 1' },
  { id: 'bash-sdk:elicit:late', quote: 'a late answer is not taken for the next question (ours)' },
  { id: 'bash-sdk:elicit:url', quote: 'mcp_elicit_url MSG URL [T]' },
  { id: 'bash-sdk:elicit:forms', quote: 'mcp_elicit_string, _confirm, _choice, _multi_choice …' },
  // Hooks of a project
  { id: 'bash-sdk:hooks:register', quote: 'calls mcp_register_tool|resource|prompt JSON' },
  { id: 'bash-sdk:hooks:policy', quote: 'may redefine mcp_tools_policy_check NAME METADATA_JSON' },
  { id: 'bash-sdk:hooks:policy-default', quote: 'mcp_tools_policy_check_default' },
  { id: 'bash-sdk:hooks:health', quote: 'helpers mcp_health_check_command/env' },
  { id: 'bash-sdk:hooks:environment', quote: 'env.sh is sourced for run-tool --with-server-env' },
  { id: 'bash-sdk:hooks:home', quote: 'lib/progress.sh may be sourced by providers' },
  // JSON tools, processes, bash
  { id: 'bash-sdk:json-tool:host', quote: 'MCPBASH_JSON_TOOL and MCPBASH_JSON_TOOL_BIN for tools' },
  { id: 'bash-sdk:json-tool:gojq-first', quote: 'Prefer gojq (when available) then jq' },
  { id: 'bash-sdk:json-tool:bundled', quote: 'else the jq that ships with us (from npm)' },
  {
    id: 'bash-sdk:json-tool:engines',
    quote: 'works with jq or gojq, and with neither',
    run: 'slow',
  },
  {
    id: 'bash-sdk:json-tool:command-line',
    quote: 'Tools can optionally call it directly',
    run: 'slow',
  },
  { id: 'bash-sdk:processes:none', quote: 'never forks to read an argument when it can avoid it' },
  { id: 'bash-sdk:processes:one', quote: 'others cost one jq' },
  { id: 'bash-sdk:processes:many-keys', quote: 'as few forks as possible' },
  { id: 'bash-sdk:strict:errexit', quote: 'all set -euo pipefail when sourced' },
  { id: 'bash-sdk:strict:replaced', quote: 'An existing mcp-bash project must run unchanged' },
  { id: 'bash-sdk:strict:relative', quote: 'source "${MCP_SDK}/tool-sdk.sh" to load SDK helpers' },
  {
    id: 'bash-sdk:portability:modes',
    quote: 'correct under set -euo pipefail and bash 3.2 to 5.2',
  },
  { id: 'bash-sdk:portability:old-bash', quote: 'Bash≥3.2' },
] as const;
