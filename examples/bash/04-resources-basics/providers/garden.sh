#!/usr/bin/env bash
# Answers garden:// addresses: status 3 says that there is no such thing, 4 that it is no address.
set -euo pipefail

case $1 in
  garden://beds/north) printf '{"bed":"north","crop":"lettuce","watered":true}\n' ;;
  garden://beds/south) printf '{"bed":"south","crop":"tomatoes","watered":false}\n' ;;
  garden://beds/*) exit 3 ;;
  *)
    printf 'Not an address of this garden: %s\n' "$1" >&2
    exit 4
    ;;
esac
