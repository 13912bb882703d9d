#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The replay of recorded vectors finds what is wrong, names what it cannot check, and refuses the rest."""

import json
import os
import subprocess
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))


def load(name):
    with open(os.path.join(HERE, name), encoding="utf-8") as file:
        return json.load(file)


class Run(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def run_on(self, data):
        path = os.path.join(self.folder.name, "file.json")
        with open(path, "w", encoding="utf-8") as out:
            out.write(data if isinstance(data, str) else json.dumps(data))
        done = subprocess.run([sys.executable, "-B", os.path.join(HERE, "run"), path],
                              capture_output=True, text=True)
        return done.returncode, done.stdout, done.stderr

    def wrong(self, data, line):
        """One value was changed: exactly one failure."""
        status, out, err = self.run_on(data)
        self.assertEqual(status, 1, out + err)
        self.assertRegex(out, r"^file\.json: checked \d+, failed 1\n  .*%s" % line)

    def test_right(self):
        status, out, err = self.run_on(load("compat/caddy_hrw_v2_8.json"))
        self.assertEqual((status, err), (0, ""))
        self.assertEqual(out, "file.json: checked 828, failed 0\n")

    def test_wrong_owner(self):
        data = load("compat/groupcache.json")
        data["configs"][1]["expect"][5] = "somebody"
        self.wrong(data, "three, key 5: recorded 'somebody'")

    def test_wrong_owner_by_index(self):
        data = load("compat/libketama.json")
        config = next(each for each in data["configs"] if len(each["nodes"]) > 2)
        config["expect"][3] = (config["expect"][3] + 1) % len(config["nodes"])
        self.wrong(data, "key 3")

    def test_wrong_points(self):
        data = load("compat/libketama.json")
        data["configs"][0]["points"] += 4
        self.wrong(data, "points")

    def test_wrong_ranking(self):
        data = load("compat/uhashring-ties.json")
        config = next(each for each in data["configs"] if len(each["successors"][0]) > 1)
        config["successors"][0].reverse()
        self.wrong(data, "ranking of key 0")

    def test_wrong_extras(self):
        for name, member, change in (
                ("envoy_ring_hash", "first_points", lambda points: points[1:] + points[:1]),
                ("kit4go_hrw", "getn", lambda lists: [["somebody"]] + lists[1:]),
                ("cilium_maglev_v1_11", "seed", lambda seed: seed + 1)):
            data = load("compat/%s.json" % name)
            extra = data["configs"][0]["extra"]
            extra[member] = change(extra[member])
            status, out, _ = self.run_on(data)
            self.assertEqual(status, 1, name)
            self.assertNotIn("unchecked", out)

    def test_wrong_decisions_under_load(self):
        data = load("compat/haproxy-bounded.json")
        config = data["configs"][5]
        config["expect"][30] = (config["expect"][30] + 1) % len(config["nodes"])
        self.wrong(data, "five_w/factor 125, get 30")
        config["ops"][0][0] = "forget"
        status, out, _ = self.run_on(data)
        self.assertEqual(status, 1)
        self.assertIn("the runner knows no op forget", out)

    def test_the_bound_decides(self):
        data = load("compat/haproxy-bounded.json")
        for config in data["configs"]:
            config["params"]["hash_balance_factor"] = 1000
        status, out, _ = self.run_on(data)
        self.assertEqual(status, 1)
        self.assertNotIn("failed 0", out)

    def test_wrong_bounded_sequence(self):
        data = load("compat/kubeai_chwbl.json")
        data["configs"][2]["extra"]["bounded_sequential"][99] = "somebody"
        self.wrong(data, "ten, bounded, key 99")
        data = load("compat/buraksezer_consistent_v1.json")
        data["configs"][3]["extra"]["average_load"] += 1
        self.wrong(data, "ten_minus_one, average load")

    def test_wrong_hash(self):
        data = load("hash/hash_primitives.json")
        data["hashes"]["murmur3_32_seed1234"][7] = "1"
        self.wrong(data, "murmur3_32_seed1234, key 7")

    def test_wrong_extracts(self):
        data = load("hash/placements.json")
        data["systems"]["pymemcache_rendezvous"]["configs"][1]["expect"][9] = "somebody"
        self.wrong(data, "ten_seed, key 9: recorded 'somebody'")
        data = load("hash/twemproxy-modula.json")
        data["configs"][1]["expect"][2] = (data["configs"][1]["expect"][2] + 1) % 10
        self.wrong(data, "modula/hsieh/ten, key 2")

    def test_other_seeds(self):
        data = load("hash/hash_primitives.json")
        data["hashes"] = {"xxh64_seed0": data["hashes"]["xxh64_seed1"]}
        status, out, _ = self.run_on(data)
        self.assertEqual((status, out.splitlines()[0]), (1, "file.json: checked 207, failed 207"))

    def test_unchecked_is_named(self):
        data = load("compat/groupcache.json")
        data["configs"][0]["extra"] = {"moons": [1, 2, 3]}
        data["configs"][0]["tides"] = 4
        status, out, _ = self.run_on(data)
        self.assertEqual(status, 0)
        self.assertIn("unchecked 4 (3 moons: the runner does not know it; 1 tides:", out)

    def test_unknown_parameter_fails(self):
        data = load("compat/groupcache.json")
        data["configs"][0]["params"]["colour"] = "blue"
        status, out, _ = self.run_on(data)
        self.assertEqual(status, 1)
        self.assertIn("groupcache takes no parameter colour", out)

    def test_trouble(self):
        data = load("compat/groupcache.json")
        data["system"] = "nobody_knows"
        golden = dict(load("compat/nginx-ties.json"), system="nobody-knows")
        for bad in (data, golden, "{", "[]", {"format": "chash-golden/2"}):
            status, out, err = self.run_on(bad)
            self.assertEqual((status, out), (2, ""))
            self.assertRegex(err, r"^run: .*file\.json: ")


if __name__ == "__main__":
    unittest.main()
