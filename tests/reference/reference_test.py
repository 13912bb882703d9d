# SPDX-License-Identifier: MIT
"""reference_test.py - check.py as a test"""
import sys

import check

if __name__ == '__main__':
    sys.exit(check.main())
