#!/usr/bin/env bash
# Runs a project's server.d/health-checks.sh (its path is the argument): status 0 if every check
# held, else 1; each failure is a line on standard error.
# shellcheck disable=SC2317

# shellcheck source=../tool-sdk.sh
. "${BASH_SOURCE[0]%/*}/../tool-sdk.sh"
# One failure must not hide the next.
set +e

__mcp_unhealthy=0

# NAME [MESSAGE]
mcp_health_check_command() {
  if command -v "${1-}" >/dev/null 2>&1; then return 0; fi
  __mcp_unhealthy=1
  printf '%s\n' "${2:-Command not found: ${1-}}" >&2
  return 1
}

# VARIABLE [MESSAGE]
mcp_health_check_env() {
  case ${1-} in
    '' | [0-9]* | *[!A-Za-z0-9_]*) ;;
    *) if [[ -n ${!1:-} ]]; then return 0; fi ;;
  esac
  __mcp_unhealthy=1
  printf '%s\n' "${2:-Environment variable not set: ${1-}}" >&2
  return 1
}

# shellcheck source=/dev/null
if ! . "$1"; then __mcp_unhealthy=1; fi
exit "$__mcp_unhealthy"
