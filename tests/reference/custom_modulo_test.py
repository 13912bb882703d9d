# SPDX-License-Identifier: MIT
"""custom_modulo_test.py - the recorded answers of custom-modulo and custom-table are those of their rules
in plain Python"""

import contextlib
import io
import json
import os
import sys
import unittest

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)

import custom_modulo  # noqa: E402


class Recorded(unittest.TestCase):
    def same(self, system):
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            custom_modulo.main(system)
        path = os.path.join(HERE, "..", "vectors", "compat", system.replace("-", "_") + ".json")
        with open(path) as file:
            self.assertEqual(json.load(file), json.loads(printed.getvalue()))

    def test_modulo(self):
        self.same("custom-modulo")

    def test_table(self):
        self.same("custom-table")


if __name__ == "__main__":
    unittest.main()
