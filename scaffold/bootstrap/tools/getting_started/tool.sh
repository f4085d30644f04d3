#!/usr/bin/env bash
# Tells how to make a project, where the server found none.
set -euo pipefail
# shellcheck source=/dev/null
source "${MCP_SDK:?is not set: run this with mcp-bash}/tool-sdk.sh"

mcp_emit_text 'This server was started where there is no project, so this is its only tool.

1. Make a project; it comes with the tool hello:
     mcp-bash new notes && cd notes
2. Try that tool, then add one of your own in tools/:
     mcp-bash run-tool hello
     mcp-bash scaffold tool add-note
3. Look for mistakes:
     mcp-bash validate
4. Print what your client needs to start it, and put that into the settings of the client:
     mcp-bash config --show

A project that exists is named by MCPBASH_PROJECT_ROOT in the environment of this server.
Start the server again after that.'
