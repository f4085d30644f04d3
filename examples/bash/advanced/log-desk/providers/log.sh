#!/usr/bin/env bash
# Answers log://DAY with the log of that day.
set -euo pipefail
# shellcheck source=../lib/log-days.sh
source "${MCPBASH_PROJECT_ROOT}/lib/log-days.sh"

file="$(log_of_day "${1#log://}")" || exit 3
cat "${file}"
