#!/usr/bin/env bats
# Progress, logs, cancellation, questions and retries, in bash itself.

load tool

@test 'mcp_progress appends a line, clamped' {
  tool 'mcp_progress 150 "half" 3'
  [[ $(<"${MCP_PROGRESS_STREAM}") == *'"progress":100'*'"message":"half"'* ]]
  [[ $(<"${MCP_PROGRESS_STREAM}") == *'"total":3'* ]]
}

@test 'mcp_progress without a token does nothing' {
  export MCP_PROGRESS_TOKEN=''
  tool 'mcp_progress 10 "x"'
  [[ ! -s ${MCP_PROGRESS_STREAM} ]]
}

@test 'the functions of logging write their levels' {
  tool 'mcp_log_debug l a; mcp_log_info l b; mcp_log_warn l c; mcp_log_error l d; mcp_log notice l "1"'
  [[ $(grep -o '"level":"[a-z]*"' "${MCP_LOG_STREAM}" | tr -d '\n') == \
    '"level":"debug""level":"info""level":"warning""level":"error""level":"notice"' ]]
}

@test 'mcp_debug writes to its own file' {
  export MCPBASH_DEBUG_LOG="${BATS_TEST_TMPDIR}/debug"
  tool 'mcp_debug one two'
  [[ $(<"${MCPBASH_DEBUG_LOG}") == '['*'] one two' ]]
}

@test 'mcp_is_cancelled looks for the file' {
  tool 'mcp_is_cancelled || echo no; : >"$MCP_CANCEL_FILE"; mcp_is_cancelled && echo yes'
  printed $'no\nyes'
}

@test 'questions are declined where nobody can be asked' {
  tool 'mcp_elicit "Really?" "{}" || echo "status $?"; mcp_elicit_confirm "Sure?" || true'
  [[ ${output} == *'"action":"decline"'*'status 1'*'"action":"decline"'* ]]
}

@test 'mcp_with_retry tries again from status 3 on' {
  tool 'n=0; try() { n=$((n + 1)); [[ $n -ge 3 ]] || return 5; }; mcp_with_retry 5 0 -- try; echo "$n"'
  [[ ${output} == *3 ]]
  tool 'mcp_with_retry 5 0 -- bash -c "echo once; exit 2" || echo "status $?"'
  printed $'once\nstatus 2'
}

@test 'mcp_run_with_progress passes on what a command says' {
  tool "mcp_run_with_progress --pattern '([0-9]+)%' --extract match1 -- bash -c 'echo 40% >&2; echo out'"
  [[ ${output} == *out* ]]
  [[ $(<"${MCP_PROGRESS_STREAM}") == *'"progress":40'* ]]
}
