#!/usr/bin/env bash
# Runs the official Python client against our server; uses an installed `mcp`, or a fresh venv.
set -euo pipefail
cd "$(dirname "$0")/../../.."

serve=test/fixtures/conformance-server/serve.mjs
workdir="$(mktemp -d)"
server_pid=''

cleanup() {
  if [ -n "$server_pid" ]; then
    kill "$server_pid" 2>/dev/null || true
    wait "$server_pid" 2>/dev/null || true
  fi
  rm -rf "$workdir"
}
trap cleanup EXIT

has_client() { "$1" -c 'from mcp import Client' 2>/dev/null; }

python=python3
if ! has_client "$python"; then
  if ! python3 -m venv "$workdir/venv" 2>/dev/null \
    || ! "$workdir/venv/bin/pip" install --quiet 'mcp>=2,<3'; then
    echo 'SKIPPED: Python interop needs python3 with venv and pip, and the package mcp'
    exit 0
  fi
  python="$workdir/venv/bin/python"
fi

node "$serve" --http >"$workdir/url" &
server_pid=$!
for _ in $(seq 100); do
  [ -s "$workdir/url" ] && break
  kill -0 "$server_pid" 2>/dev/null || { echo 'The fixture ended early. Run: npm run build'; exit 1; }
  sleep 0.05
done

"$python" -W ignore test/interop/python/client.py "$(head -n 1 "$workdir/url")" node "$serve" --stdio
