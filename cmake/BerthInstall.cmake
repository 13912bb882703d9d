# SPDX-License-Identifier: MIT
# Installed: headers, both libraries, the tool, find_package(berth) and pkg-config files.
