#!/usr/bin/env bats
# Paths, roots and configuration, in bash itself.

load tool

@test 'mcp_path_collapse and mcp_path_normalize' {
  tool 'mcp_path_collapse /a/./b/../c; mcp_path_normalize /no/such/../place'
  printed $'/a/c\n/no/place'
}

@test 'roots are listed, counted and asked' {
  tool 'mcp_roots_list; mcp_roots_count; mcp_roots_contains "$MCP_ROOTS_PATHS/x" && ! mcp_roots_contains /etc'
  ended 0
  [[ ${output} == "${BATS_TEST_TMPDIR}"*1* ]]
}

@test 'mcp_require_path refuses what is outside' {
  export MCP_TOOL_ARGS_JSON='{"p":"/etc/passwd"}'
  tool 'mcp_require_path .p'
  ended 1
  [[ $(<"${MCP_TOOL_ERROR_FILE}") == *'outside configured MCP roots'* ]]
}

@test 'mcp_config_load merges, mcp_config_get reads' {
  printf '{"a":2,"c":false}' >"${BATS_TEST_TMPDIR}/config.json"
  tool "mcp_config_load --defaults '{\"a\":1,\"b\":1}' --file '${BATS_TEST_TMPDIR}/config.json'
    mcp_config_get .a; mcp_config_get .b; mcp_config_get .c
    mcp_config_get .d --default none"
  printed $'2\n1\nfalse\nnone'
}

@test 'mcp_resource_detect_mime knows common names' {
  printf '{}' >"${BATS_TEST_TMPDIR}/x.json"
  tool "mcp_resource_detect_mime '${BATS_TEST_TMPDIR}/x.json'"
  printed 'application/json'
}

@test 'mcp_download_safe refuses what is no https address' {
  tool 'mcp_download_safe --url http://example.com/ --out ./x'
  [[ ${output} == *'"success":false'*'"type":"invalid_url"'* ]]
}
