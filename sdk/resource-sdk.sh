# What kind of content a file holds.
# shellcheck shell=bash

__mcp_resource_detect_mime() {
  local path=${1-} type='' head=''
  case $path in
    *.txt | *.log) type=text/plain ;;
    *.md | *.markdown) type=text/markdown ;;
    *.html | *.htm) type=text/html ;;
    *.css) type=text/css ;;
    *.csv) type=text/csv ;;
    *.xml) type=application/xml ;;
    *.json) type=application/json ;;
    *.yaml | *.yml) type=application/yaml ;;
    *.js | *.mjs) type=text/javascript ;;
    *.sh | *.bash) type=text/x-shellscript ;;
    *.svg) type=image/svg+xml ;;
    *.png) type=image/png ;;
    *.jpg | *.jpeg) type=image/jpeg ;;
    *.gif) type=image/gif ;;
    *.webp) type=image/webp ;;
    *.mp3) type=audio/mpeg ;;
    *.wav) type=audio/wav ;;
    *.mp4) type=video/mp4 ;;
    *.pdf) type=application/pdf ;;
    *.zip) type=application/zip ;;
    *.gz | *.tgz) type=application/gzip ;;
  esac
  if [[ -z $type && -r $path && ! -d $path ]]; then
    if command -v file >/dev/null 2>&1; then
      type=$(file -b --mime-type -- "$path" 2>/dev/null) || type=''
    # `read` stops at a zero byte, which text does not have.
    elif IFS= read -r -n 1024 -d '' head <"$path" && ((${#head} < 1024)); then
      type=application/octet-stream
    fi
  fi
  printf '%s\n' "${type:-text/plain}"
}
