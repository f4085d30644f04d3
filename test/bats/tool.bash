# What every bats file loads: a call of a tool as the host would make it, without the host.

SDK="$(cd "${BATS_TEST_DIRNAME}/../../sdk" && pwd)"

# Makes the files of one call; the body of the tool is run with `tool`.
setup() {
  export MCP_SDK="${SDK}"
  export MCP_TOOL_NAME='probe'
  export MCP_TOOL_ARGS_JSON='{}'
  export MCP_TOOL_ERROR_FILE="${BATS_TEST_TMPDIR}/error"
  export MCP_TOOL_RESOURCES_FILE="${BATS_TEST_TMPDIR}/resources"
  export MCP_PROGRESS_STREAM="${BATS_TEST_TMPDIR}/progress"
  export MCP_LOG_STREAM="${BATS_TEST_TMPDIR}/log"
  export MCP_CANCEL_FILE="${BATS_TEST_TMPDIR}/cancelled"
  export MCP_PROGRESS_TOKEN='token'
  export MCP_ROOTS_PATHS="${BATS_TEST_TMPDIR}"
  export MCP_ROOTS_COUNT=1
  export MCP_ELICIT_SUPPORTED=0
  export MCPBASH_MODE=full
  export MCPBASH_PROJECT_ROOT="${BATS_TEST_TMPDIR}"
  find_json_tool
  : >"${MCP_TOOL_ERROR_FILE}"
  : >"${MCP_TOOL_RESOURCES_FILE}"
  : >"${MCP_PROGRESS_STREAM}"
  : >"${MCP_LOG_STREAM}"
}

find_json_tool() {
  MCPBASH_JSON_TOOL=jq
  MCPBASH_JSON_TOOL_BIN="$(command -v jq || command -v gojq || printf '%s/jq' "${SDK}")"
  export MCPBASH_JSON_TOOL MCPBASH_JSON_TOOL_BIN
}

# BODY: runs it as a tool script under `set -euo pipefail`; bats has its status and output.
tool() {
  printf 'set -euo pipefail\nsource "${MCP_SDK}/tool-sdk.sh"\n%s\n' "$1" >"${BATS_TEST_TMPDIR}/tool.sh"
  run bash "${BATS_TEST_TMPDIR}/tool.sh"
}

# EXPECTED: what the tool printed, all of it.
printed() {
  if [[ ${output} != "$1" ]]; then
    printf 'expected: %s\nprinted:  %s\n' "$1" "${output}" >&2
    return 1
  fi
}

# STATUS
ended() {
  if [[ ${status} -ne $1 ]]; then
    printf 'expected status %s, got %s: %s\n' "$1" "${status}" "${output}" >&2
    return 1
  fi
}
