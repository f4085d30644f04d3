# What the tools of this project cannot do without.
# shellcheck shell=bash

mcp_health_check_command awk
mcp_health_check_command grep
