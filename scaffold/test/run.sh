#!/usr/bin/env bash
# Checks the project, then runs the smoke.sh of every tool that has one; --force skips the check.
set -euo pipefail

root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
failed=0

if [[ ${1:-} != --force ]]; then
  "${MCPBASH_BIN:-mcp-bash}" validate --project-root "${root}" || failed=1
fi
for smoke in "${root}"/tools/*/smoke.sh; do
  if [[ -f ${smoke} ]]; then bash "${smoke}" || failed=1; fi
done
exit "${failed}"
