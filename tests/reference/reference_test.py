# SPDX-License-Identifier: MIT
"""reference_test.py - check.py as a test: the reference against facts, the tool against the reference"""
import sys

import check

if __name__ == '__main__':
    sys.exit(check.main())
