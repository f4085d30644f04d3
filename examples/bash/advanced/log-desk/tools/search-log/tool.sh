#!/usr/bin/env bash
# Finds lines in the logs of all days, newest last; long answers are cut at whole lines.
set -euo pipefail
# shellcheck source=/dev/null
source "${MCP_SDK:?run this with mcp-bash}/tool-sdk.sh"
# shellcheck source=../../lib/log-days.sh
source "${MCPBASH_PROJECT_ROOT}/lib/log-days.sh"

words="$(mcp_args_require '.words')"
max_bytes="$(mcp_args_int '.max_bytes' --default 20000 --min 200)"

mapped='[]'
done_days=0
total="$(log_days | wc -l)"
while IFS= read -r day; do
  if mcp_is_cancelled; then exit 130; fi
  found="$(grep -F -- "${words}" "$(log_of_day "${day}")" || true)"
  if [[ -n ${found} ]]; then
    # shellcheck disable=SC2016
    mapped="$("${MCPBASH_JSON_TOOL_BIN}" -c --arg day "${day}" --arg found "${found}" \
      '. + ($found | split("\n") | map({day: $day, line: .}))' <<<"${mapped}")"
  fi
  done_days=$((done_days + 1))
  mcp_progress "$((100 * done_days / total))" "${day}" 100
done <<<"$(log_days)"

mcp_result_success "$(mcp_json_truncate "${mapped}" "${max_bytes}")"
