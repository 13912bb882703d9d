# SPDX-License-Identifier: MIT
"""berth-bench has every row, gives right answers and catches wrong ones. No time decides a test."""

import json
import os
import subprocess
import sys
import tempfile
import unittest

BENCH = os.path.join(os.environ.get("BERTH_BUILD", "build"), "berth-bench")


def bench(*arguments):
    return subprocess.run([BENCH, *arguments], capture_output=True, text=True, check=False)


def write(path, document):
    with open(path, "w", encoding="utf-8") as file:
        json.dump(document, file)


class Bench(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.path = os.path.join(cls.folder.name, "smoke.json")
        cls.smoke = bench("--smoke", "--json", cls.path)
        with open(cls.path, encoding="utf-8") as file:
            cls.record = json.load(file)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def test_smoke(self):
        self.assertEqual(self.smoke.returncode, 0, self.smoke.stdout + self.smoke.stderr)
        self.assertEqual(self.record["format"], "berth.bench/1")
        self.assertTrue(self.record["build"]["compiler"])
        self.assertTrue(self.record["machine"]["kernel"])

    def test_every_row(self):
        listed = bench("--list").stdout.splitlines()
        rows = [f"goal {row['goal']}: {row['name']}" if row["goal"] else row["name"]
                for row in self.record["rows"]]
        self.assertEqual(listed, rows)
        self.assertEqual(len(rows), len(set(rows)), "a title is used twice")
        for row in self.record["rows"]:
            self.assertNotEqual(row["verdict"], "wrong", row)
            if row["verdict"] != "not measured":
                self.assertGreater(row["value"], 0, row)
                self.assertGreater(row["rounds"], 0, row)
            else:
                self.assertTrue(row["why"], row)

    def test_answers_are_compared(self):
        for row in self.record["rows"]:
            if row["goal"] in ("1", "2") and row.get("subject"):
                self.assertGreater(row["checked"], 0, row)

    def test_wrong_lookups_are_caught(self):
        result = bench("--selftest")
        self.assertEqual(result.returncode, 0, result.stdout)
        self.assertIn("every wrong lookup was caught", result.stdout)

    def test_only(self):
        listed = bench("--list", "--only", "goal 2: *lat").stdout.splitlines()
        self.assertTrue(listed)
        self.assertTrue(all(t.startswith("goal 2: ") and t.endswith("lat") for t in listed), listed)

    def compare(self, was):
        """Compares with a record in which the ratio of every row was `was`."""
        only = "goal 1: slots strings lat"
        record = json.loads(json.dumps(self.record))
        for row in record["rows"]:
            if row.get("value"):
                row["value"] = was
        path = os.path.join(self.folder.name, "before.json")
        write(path, record)
        return bench("--smoke", "--only", only, "--compare", path)

    def test_compare(self):
        """The planted ratios are beyond any that a machine can measure, so no time decides here."""
        better = self.compare(1e9)
        self.assertEqual(better.returncode, 0, better.stdout)
        self.assertIn("0 of 1 ratios worse", better.stdout)
        worse = self.compare(1e-9)
        self.assertEqual(worse.returncode, 1, worse.stdout)
        self.assertIn("  worse: it was 0.00x floor", worse.stdout)

    def test_trouble(self):
        self.assertEqual(bench("--nonsense").returncode, 2)
        self.assertEqual(bench("--smoke", "--only", "slots strings lat", "--compare",
                               os.devnull).returncode, 2)
        self.assertEqual(bench("--smoke", "--only", "slots strings lat", "--json",
                               "/nowhere/at/all.json").returncode, 2)


if __name__ == "__main__":
    if not os.access(BENCH, os.X_OK):
        print(f"there is no {BENCH}: skipped")
        sys.exit(77)
    unittest.main()
