# The SDK for scripts that look for it below $MCPBASH_HOME.
# shellcheck shell=bash

# shellcheck source=../../tool-sdk.sh
. "${BASH_SOURCE[0]%/*}/../../tool-sdk.sh"
