# SPDX-License-Identifier: MIT
"""vectors_slow_test.py - every file of vectors is what the reference says now"""
import sys

import make_vectors

if __name__ == '__main__':
    sys.argv.append('--check')
    sys.exit(make_vectors.main())
