#!/usr/bin/env bats
# Reading arguments, in bash itself.

load tool

@test 'mcp_args_raw and mcp_meta_raw print what came' {
  export MCP_TOOL_ARGS_JSON='{"b":1.0,"a":2}' MCP_TOOL_META_JSON='{"x":1}'
  tool 'mcp_args_raw; mcp_meta_raw'
  printed '{"b":1.0,"a":2}{"x":1}'
}

@test 'mcp_args_raw reads a spilled payload' {
  printf '{"a":"from a file"}' >"${BATS_TEST_TMPDIR}/args"
  export MCP_TOOL_ARGS_JSON='' MCP_TOOL_ARGS_FILE="${BATS_TEST_TMPDIR}/args"
  tool 'mcp_args_get .a'
  printed 'from a file'
}

@test 'mcp_args_get takes filters and defaults' {
  export MCP_TOOL_ARGS_JSON='{"a":{"b":[1,2]},"name":"Ann","no":false}'
  tool 'mcp_args_get .name; mcp_args_get ".a.b | length"; mcp_args_get .zz --default d'
  printed $'Ann\n2\nd'
}

@test 'mcp_args_get fails in minimal mode' {
  export MCPBASH_MODE=minimal
  tool 'mcp_args_get .a || echo "status $?"'
  [[ ${output} == *'status 1' ]]
}

@test 'mcp_meta_get asks the metadata of the request' {
  export MCP_TOOL_META_JSON='{"who":"me"}'
  tool 'mcp_meta_get .who'
  printed 'me'
}

@test 'mcp_args_require fails without a value' {
  tool 'mcp_args_require .name'
  ended 1
  [[ $(<"${MCP_TOOL_ERROR_FILE}") == *'"code":-32602'*'.name is required'* ]]
}

@test 'mcp_args_bool knows true, 1 and a default' {
  export MCP_TOOL_ARGS_JSON='{"yes":true,"one":1,"word":"true","other":"no"}'
  tool 'for key in yes one word other; do mcp_args_bool ".$key"; done; mcp_args_bool .zz --default true'
  printed $'true\ntrue\ntrue\nfalse\ntrue'
}

@test 'mcp_args_int keeps to its bounds' {
  export MCP_TOOL_ARGS_JSON='{"n":7,"x":"seven"}'
  tool 'mcp_args_int .n --min 1 --max 9'
  printed '7'
  tool 'mcp_args_int .n --max 5'
  ended 1
  tool 'mcp_args_int .x'
  ended 1
  [[ $(<"${MCP_TOOL_ERROR_FILE}") == *'.x must be an integer'* ]]
}
