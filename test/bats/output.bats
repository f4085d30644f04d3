#!/usr/bin/env bats
# Results, errors and JSON, in bash itself.

load tool

@test 'mcp_emit_text and mcp_emit_json print without a line break' {
  tool 'mcp_emit_text "a b"; mcp_emit_json "{ \"a\" : 1 }"; mcp_emit_json "no json"'
  printed 'a b{"a":1}no json'
}

@test 'mcp_json_escape, mcp_json_obj and mcp_json_arr quote everything' {
  tool $'mcp_json_escape "a\\"b\n"; mcp_json_obj k "1" q "x\ty"; mcp_json_arr a "b c"; mcp_json_arr'
  [[ ${output} == *'"a\"b\n"'* && ${output} == *'{"k":"1","q":"x\ty"}'* ]]
  [[ ${output} == *'["a","b c"]'*'[]' ]]
}

@test 'mcp_json_obj with an odd number of words is fatal' {
  tool 'mcp_json_obj a; echo never'
  [[ ${status} -ne 0 && ${output} != *never* ]]
}

@test 'mcp_is_valid_json and mcp_byte_length' {
  tool 'mcp_is_valid_json "[1]" && ! mcp_is_valid_json "{" && mcp_byte_length "ž"'
  printed '2'
}

@test 'mcp_fail and mcp_fail_invalid_args write the error file' {
  tool 'mcp_fail -32000 "bad" "{\"a\":1}"'
  ended 1
  [[ $(<"${MCP_TOOL_ERROR_FILE}") == '{"code":-32000,"message":"bad","data":{"a":1}}'* ]]
  tool 'mcp_fail_invalid_args'
  [[ $(<"${MCP_TOOL_ERROR_FILE}") == *'"code":-32602,"message":"Invalid params"'* ]]
}

@test 'mcp_result_success, mcp_result_error and mcp_error make results' {
  tool 'mcp_result_success "{\"a\":1}"'
  [[ ${output} == *'"structuredContent":{"success":true,"result":{"a":1}}'*'"isError":false'* ]]
  tool 'mcp_result_error "{\"type\":\"t\",\"message\":\"m\"}"'
  [[ ${output} == *'"isError":true'* ]]
  tool 'mcp_error not_found "gone" --hint "look elsewhere"; echo after'
  [[ ${output} == *'"hint":"look elsewhere"'*after ]]
}

@test 'mcp_result_text_with_resource names files to embed' {
  printf x >"${BATS_TEST_TMPDIR}/file.txt"
  tool "mcp_result_text_with_resource '{}' --path '${BATS_TEST_TMPDIR}/file.txt' --mime text/plain"
  ended 0
  [[ $(<"${MCP_TOOL_RESOURCES_FILE}") == *'file.txt'*'text/plain'* ]]
}

@test 'mcp_json_truncate keeps whole items' {
  tool 'mcp_json_truncate "[\"aaaaaaaaaa\",\"bbbbbbbbbb\",\"cccccccccc\"]" 60'
  [[ ${output} == *'"truncated":'* ]]
}

@test 'mcp_extract_cli_error finds the words' {
  tool 'mcp_extract_cli_error "{\"error\":{\"message\":\"no disk\"}}" "" 1'
  printed 'no disk'
  tool 'mcp_extract_cli_error "" "" 7'
  printed 'CLI exited with code 7'
}
