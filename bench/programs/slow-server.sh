#!/bin/sh
# A server that needs a second before it answers for the first time, and hardly any CPU.
sleep 1
while read -r line; do
  case $line in *'"id":'*) ;; *) continue ;; esac
  id=${line##*\"id\":}
  id=${id%%[,\}]*}
  case $line in
    *'"initialize"'*) result='{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"slow","version":"1"}}' ;;
    *'"tools/list"'*) result='{"tools":[{"name":"nap","inputSchema":{"type":"object"}}]}' ;;
    *) result='{}' ;;
  esac
  printf '{"jsonrpc":"2.0","id":%s,"result":%s}\n' "$id" "$result"
done
