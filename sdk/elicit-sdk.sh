# Questions to the user, through the request and response files of the host.
# shellcheck shell=bash disable=SC2154

# MESSAGE SCHEMA [TIMEOUT_SECONDS] [MODE]; prints {"action":…,"content":…}. Status 1 where nobody
# was asked or nobody answered in time.
__mcp_elicit() {
  local message=${1-} schema=${2-} mode=${4:-form} request
  if [[ -z $schema ]]; then schema='{}'; fi
  if ! __mcp_compact "$schema"; then __mcp_fatal 'mcp_elicit: the schema is not JSON'; fi
  schema=$__mcp_text
  __mcp_escape "$message"
  request="\"message\":$__mcp_value,\"schema\":$schema"
  __mcp_escape "$mode"
  __mcp_ask "$request,\"mode\":$__mcp_value" "${3-}"
}

__mcp_elicit_url() {
  local request
  __mcp_escape "${1-}"
  request="\"message\":$__mcp_value"
  __mcp_escape "${2-}"
  __mcp_ask "$request,\"url\":$__mcp_value,\"mode\":\"url\"" "${3-}"
}

__mcp_elicit_string() {
  __mcp_elicit_field "${1-}" "${2:-value}" '{"type":"string"}'
}

__mcp_elicit_confirm() {
  __mcp_elicit_field "${1-}" confirmed '{"type":"boolean"}'
}

__mcp_elicit_choice() {
  __mcp_need_options mcp_elicit_choice "$#"
  local message=$1
  shift
  __mcp_elicit_field "$message" choice "{\"type\":\"string\",\"enum\":$(mcp_json_arr "$@")}"
}

__mcp_elicit_multi_choice() {
  __mcp_need_options mcp_elicit_multi_choice "$#"
  local message=$1
  shift
  __mcp_elicit_field "$message" choices \
    "{\"type\":\"array\",\"items\":{\"type\":\"string\",\"enum\":$(mcp_json_arr "$@")}}"
}

__mcp_elicit_titled_choice() {
  __mcp_need_options mcp_elicit_titled_choice "$#"
  local message=$1
  shift
  __mcp_titled "$@"
  __mcp_elicit_field "$message" choice "{\"type\":\"string\",\"oneOf\":$__mcp_text}"
}

__mcp_elicit_titled_multi_choice() {
  __mcp_need_options mcp_elicit_titled_multi_choice "$#"
  local message=$1
  shift
  __mcp_titled "$@"
  # oneOf is what projects know, anyOf what MCP calls it here since 2025-11-25.
  __mcp_elicit_field "$message" choices \
    "{\"type\":\"array\",\"items\":{\"oneOf\":$__mcp_text,\"anyOf\":$__mcp_text}}"
}

__mcp_need_options() {
  if (($2 < 2)); then __mcp_fatal "$1: a message and at least one option are needed"; fi
}

# "value:Title"... as a list of {const, title} in __mcp_text.
__mcp_titled() {
  local option list='' value
  for option; do
    value=${option%%:*}
    __mcp_escape "$value"
    list+="${list:+,}{\"const\":$__mcp_value"
    if [[ $option == *:* ]]; then value=${option#"$value":}; fi
    __mcp_escape "$value"
    list+=",\"title\":$__mcp_value}"
  done
  __mcp_text="[$list]"
}

# MESSAGE FIELD SCHEMA: a form with one field that must be filled in.
__mcp_elicit_field() {
  __mcp_escape "$2"
  mcp_elicit "$1" \
    "{\"type\":\"object\",\"properties\":{$__mcp_value:$3},\"required\":[$__mcp_value]}"
}

# MEMBERS TIMEOUT: hands the question to the host and waits for its answer.
__mcp_ask() {
  local seconds=${2:-${MCPBASH_ELICITATION_TIMEOUT:-30}} id="$$-$RANDOM-$RANDOM" answer end
  local request=${MCP_ELICIT_REQUEST_FILE:-} response=${MCP_ELICIT_RESPONSE_FILE:-}
  if [[ ${MCP_ELICIT_SUPPORTED:-0} != 1 || -z $request || -z $response ]]; then
    __mcp_unanswered decline
    return 1
  fi
  if [[ -z $seconds || $seconds == *[!0-9]* ]]; then seconds=30; fi
  rm -f "$response"
  # The host must never see half a question.
  printf '{"id":"%s",%s}\n' "$id" "$1" >|"$request.$id"
  mv -f "$request.$id" "$request"
  end=$((SECONDS + 10#$seconds))
  while :; do
    if [[ -s $response ]]; then
      answer=''
      IFS= read -r -d '' answer <"$response" || :
      rm -f "$response"
      if __mcp_take_answer "$answer" "$id"; then return 0; fi
    elif mcp_is_cancelled; then
      rm -f "$request"
      __mcp_unanswered cancel
      return 1
    elif ((SECONDS >= end)); then
      rm -f "$request"
      __mcp_unanswered error
      return 1
    else
      sleep 0.1
    fi
  done
}

__mcp_unanswered() {
  printf '{"action":"%s","content":null}\n' "$1"
}

# ANSWER ID: prints an answer to this question; status 1 if it belongs to an earlier one.
__mcp_take_answer() {
  local answer=$1 id='' action='' content=null lines
  if __mcp_json_walk "$answer" id; then
    id=${__mcp_text//\"/}
    __mcp_json_walk "$answer" action
    action=${__mcp_text//\"/}
    __mcp_json_walk "$answer" content
    content=${__mcp_text:-null}
  elif lines=$(__mcp_jq -r '"\(.id // "")", "\(.action)", (.content | tojson)' <<<"$answer" \
    2>/dev/null); then
    id=${lines%%"$__mcp_newline"*}
    lines=${lines#*"$__mcp_newline"}
    action=${lines%%"$__mcp_newline"*}
    content=${lines#*"$__mcp_newline"}
  fi
  if [[ -n $id && $id != "$2" ]]; then return 1; fi
  case $action in
    accept | decline | cancel | error) ;;
    *) action=error content=null ;;
  esac
  printf '{"action":"%s","content":%s}\n' "$action" "$content"
}
