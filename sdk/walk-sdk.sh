# Reads a small JSON text in bash itself: a process for every question would cost far more.
# shellcheck shell=bash disable=SC2154

# More pieces than this cost more in bash than one start of jq.
__mcp_walk_max_pieces=200
__mcp_scalar_end='[]}[:space:]]*'
__mcp_indexed=''
__mcp_not_indexed=''

# __mcp_json_walk JSON [KEY...] finds the value at a path of object keys. Status 0: __mcp_text is
# its compact text and __mcp_kind one of object array string number true false null missing.
# Status 1: broken or unusual, a text for jq.
__mcp_json_walk() {
  local path='' before
  if [[ $1 != "$__mcp_indexed" || -z $1 ]]; then __mcp_json_index "$1" || return 1; fi
  shift
  while (($#)); do
    path+=.$1
    shift
  done
  before=${__mcp_index%"$__mcp_newline$path="*}
  if [[ $before != "$__mcp_index" ]]; then
    __mcp_text=${__mcp_index:${#before}+${#path}+2}
    __mcp_text=${__mcp_text%%"$__mcp_newline"*}
    if [[ $__mcp_text == *\\u* ]]; then return 1; fi
    case $__mcp_text in
      '{'*) __mcp_kind=object ;;
      '['*) __mcp_kind=array ;;
      \"*) __mcp_kind=string ;;
      true | false | null) __mcp_kind=$__mcp_text ;;
      *) __mcp_kind=number ;;
    esac
  else
    # Missing from an object, or from nothing; jq knows what to say of other things.
    while [[ $before == "$__mcp_index" && -n $path ]]; do
      path=${path%.*}
      before=${__mcp_index%"$__mcp_newline$path="*}
    done
    case ${__mcp_index:${#before}+${#path}+2} in '{'* | null*) ;; *) return 1 ;; esac
    __mcp_kind=missing __mcp_text=''
  fi
}

# Leaves one line `.path.of.keys=compact JSON` for each value in __mcp_index; the last text is kept.
__mcp_json_index() {
  local flags=$- status=0
  if ((${#1} > __mcp_text_max_chars)) || [[ $1 == "$__mcp_not_indexed" ]]; then return 1; fi
  __mcp_indexed=$1 __mcp_index=''
  set -f
  if ! __mcp_walk "$1"; then
    status=1
    __mcp_not_indexed=$1 __mcp_indexed=''
  fi
  case $flags in *f*) ;; *) set +f ;; esac
  return "$status"
}

# The states of $want: v value, V value or ], k key, K key or }, c colon, n comma or end, e nothing.
# A $path of `-` cannot be asked for: it leads through an array or an unusual key.
__mcp_walk() {
  local json="$1 " IFS='"' part chunk carry='' text='' path='' own='' top='' budget tricky=''
  local want=v after=e next=v depth=0 inside=0
  local -a parts starts paths owners tops
  if [[ $1 == *[[:cntrl:]\\]* ]]; then tricky=1; fi
  # Cut at every quote: the pieces are structure and string by turns.
  # shellcheck disable=SC2206
  parts=($json)
  budget=$((__mcp_walk_max_pieces - ${#parts[@]}))
  if ((budget < 0)); then return 1; fi
  for part in "${parts[@]}"; do
    case $inside$want$part in
      0c:) inside=1 want=v text+=: ;;
      0n,) inside=1 want=$next path=- text+=, ;;
      0*,*)
        inside=1
        __mcp_walk_row || return 1
        ;;
      0*)
        inside=1 chunk=${part% }
        while [[ -n $chunk ]]; do __mcp_walk_token || return 1; done
        ;;
      *)
        if [[ -n $tricky ]]; then
          if __mcp_walk_continues; then continue; fi
          __mcp_walk_plain || return 1
        fi
        inside=0
        case $want in
          v | V)
            want=$after text+=\"$part\"
            if [[ $path != - ]]; then __mcp_index+=$__mcp_newline$path=\"$part\"; fi
            ;;
          k | K)
            want=c text+=\"$part\" path=-
            if [[ $own == - ]]; then continue; fi
            # A key that is there twice, or written with an escape, is for jq.
            case $part in
              *\\*) return 1 ;;
              '' | *[!A-Za-z0-9_]*) ;;
              *)
                path=$own.$part
                if [[ $__mcp_index == *"$__mcp_newline$path="* ]]; then return 1; fi
                ;;
            esac
            ;;
          *) return 1 ;;
        esac
        ;;
    esac
  done
  [[ $want == e && $inside == 1 && -z $carry ]]
}

# Does the string go on after $part, because the quote there is escaped? If not, $part is all of it.
__mcp_walk_continues() {
  local backslashes=${part##*[!\\]}
  part=$carry$part
  carry=''
  if [[ $part != *\\ ]] || ((${#backslashes} % 2 == 0)); then return 1; fi
  carry=$part$__mcp_quote
}

# Are the escapes in $part right? Only jq decides on control characters.
__mcp_walk_plain() {
  local rest=${part//"$__mcp_backslash$__mcp_backslash"/} hex='[0-9a-fA-F]'
  if [[ $rest == *[[:cntrl:]]* || $rest == *\\[!\"/bfnrtu]* ]]; then return 1; fi
  # shellcheck disable=SC2295
  rest=${rest//\\u$hex$hex$hex$hex/}
  [[ $rest != *\\u* ]]
}

# Reads the structure in a $part with commas, cut at them: long rows of numbers are short pieces.
__mcp_walk_row() {
  local IFS=, is_first=1
  local -a chunks
  # shellcheck disable=SC2206
  chunks=($part' ')
  budget=$((budget - ${#chunks[@]}))
  if ((budget < 0)); then return 1; fi
  for chunk in "${chunks[@]}"; do
    if [[ $is_first == 0 ]]; then
      if [[ $want != n ]]; then return 1; fi
      want=$next path=- text+=,
    fi
    is_first=0 chunk=${chunk% }
    while [[ -n $chunk ]]; do __mcp_walk_token || return 1; done
  done
}

# Takes one token off $chunk.
__mcp_walk_token() {
  local token=${chunk:0:1}
  chunk=${chunk#?}
  case $want$token in
    ?[[:space:]]) ;;
    c:) want=v text+=: ;;
    [vV]'{' | [vV]'[')
      starts[depth]=${#text} paths[depth]=$path owners[depth]=$own tops[depth]=$top
      text+=$token top=$token after=n depth=$((depth + 1))
      if [[ $token == '{' ]]; then want=K next=k own=$path; else want=V next=v own=- path=-; fi
      ;;
    [Kn]'}' | [Vn]']')
      case $top$token in '{}' | '[]') ;; *) return 1 ;; esac
      text+=$token depth=$((depth - 1)) want=n
      path=${paths[depth]} own=${owners[depth]} top=${tops[depth]}
      if [[ $path != - ]]; then __mcp_index+=$__mcp_newline$path=${text:${starts[depth]}}; fi
      if [[ $top == '{' ]]; then next=k; else next=v; fi
      if [[ $depth == 0 ]]; then want=e; fi
      ;;
    [vV][-0-9tfn])
      # shellcheck disable=SC2295
      token+=${chunk%%$__mcp_scalar_end}
      chunk=${chunk#"${token#?}"}
      case $token in
        true | false | null) ;;
        # The regular expression is compiled each time: only for what is no plain integer.
        0?* | *[!0-9]*) if [[ ! $token =~ $__mcp_number ]]; then return 1; fi ;;
      esac
      want=$after text+=$token
      if [[ $path != - ]]; then __mcp_index+=$__mcp_newline$path=$token; fi
      ;;
    *) return 1 ;;
  esac
}
