# SPDX-License-Identifier: MIT
"""custom_ring_test.py - the recorded answers of custom-ring are those of its rule in plain Python"""

import contextlib
import io
import json
import os
import sys
import unittest

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)

import custom_ring  # noqa: E402


class Recorded(unittest.TestCase):
    def test_recorded(self):
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            custom_ring.main()
        with open(os.path.join(HERE, "..", "vectors", "compat", "custom_ring.json")) as file:
            self.assertEqual(json.load(file), json.loads(printed.getvalue()))


if __name__ == "__main__":
    unittest.main()
