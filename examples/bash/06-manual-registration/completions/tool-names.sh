#!/usr/bin/env bash
# Completes the argument of the prompt describe-tool.
set -euo pipefail
printf '["measure-text"]\n'
