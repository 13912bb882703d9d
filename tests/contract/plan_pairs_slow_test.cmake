# SPDX-License-Identifier: MIT
# Many lookups: on a busy machine they take their time.
set_tests_properties(${test_target} PROPERTIES TIMEOUT 1200)
