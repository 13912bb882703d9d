# SPDX-License-Identifier: MIT
"""reference_test.py - check.py as a test; facts only in a build that makes no tool"""
import os
import sys
from pathlib import Path

import check

if __name__ == '__main__':
    cache = Path(os.environ['BERTH_BUILD']) / 'CMakeCache.txt'
    if 'BERTH_BUILD_TOOL:BOOL=OFF' in cache.read_text():
        sys.argv.append('--without-tool')
    sys.exit(check.main())
