# Registers by hand what discovery would not find, or would find under another name.
# shellcheck shell=bash

mcp_register_tool '{
  "name": "measure-text",
  "description": "Count the bytes, words and lines of a text.",
  "path": "measure/count.sh",
  "inputSchema": {
    "type": "object",
    "required": ["text"],
    "properties": { "text": { "type": "string" } }
  }
}'

mcp_completion_manual_begin
mcp_completion_register_manual \
  '{"name":"describe-tool","path":"completions/tool-names.sh","timeoutSecs":5}'
mcp_completion_manual_finalize
