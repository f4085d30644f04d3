#!/usr/bin/env bash
# What a parcel costs: whole numbers, a choice, a switch, and a rule no schema can say.
set -euo pipefail
# shellcheck source=/dev/null
source "${MCP_SDK:?run this with mcp-bash}/tool-sdk.sh"

readonly CENTS_PER_KG=120
readonly EXPRESS_CENTS=900

weight="$(mcp_args_int '.weight_kg' --min 1 --max 30)"
zone="$(mcp_args_require '.zone')"
express="$(mcp_args_bool '.express' --default false)"

case ${zone} in
  home) factor=1 ;;
  near) factor=2 ;;
  far) factor=4 ;;
  *) mcp_fail_invalid_args "zone must be home, near or far" ;;
esac

if [[ ${express} == true && ${weight} -gt 20 ]]; then
  mcp_fail_invalid_args "express parcels weigh 20 kg at most" '{"field":"weight_kg"}'
fi

cents=$((weight * CENTS_PER_KG * factor))
if [[ ${express} == true ]]; then cents=$((cents + EXPRESS_CENTS)); fi

printf '{"cents":%d,"zone":%s}' "${cents}" "$(mcp_json_escape "${zone}")"
