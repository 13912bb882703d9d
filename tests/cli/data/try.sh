# SPDX-License-Identifier: MIT
# try ARGS... - runs the tool, errors and output together, then says how it ended.
try() {
    echo "\$ berth $*"
    "$BERTH" "$@" 2>&1
    echo "[$?]"
}
