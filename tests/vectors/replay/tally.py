# SPDX-License-Identifier: MIT
"""What was compared in one file: how many values, which differ, what could not be checked and why."""

from collections import Counter

SHOWN = 8


class Tally:
    def __init__(self):
        self.checked = self.failed = 0
        self.unchecked = Counter()
        self.notes = Counter()
        self.differences = []

    def same(self, where, wanted, got):
        """Counts one value."""
        self.checked += 1
        if wanted != got:
            self.failed += 1
            if len(self.differences) < SHOWN:
                self.differences.append("%s: recorded %s, berth %s" % (where, short(wanted), short(got)))

    def each(self, where, wanted, got, names=None):
        """Counts two lists value by value; None in `wanted` was not recorded."""
        if len(wanted) != len(got):
            self.broken(where, len(wanted), "recorded %d values, berth %d" % (len(wanted), len(got)))
            return
        for i, value in enumerate(wanted):
            if value is not None:
                self.same("%s, %s" % (where, names[i] if names else "value %d" % i), value, got[i])

    def broken(self, where, count, why):
        """Counts values that could not even be asked for as failed."""
        self.checked += count
        self.failed += count
        if len(self.differences) < SHOWN:
            self.differences.append("%s: %s" % (where, why))

    def skip(self, count, why):
        self.unchecked[why] += count

    def note(self, text):
        """Something to know of a value that was checked as far as it goes."""
        self.notes[text] += 1

    def report(self, name):
        line = "%s: checked %d, failed %d" % (name, self.checked, self.failed)
        if self.unchecked:
            reasons = "; ".join("%d %s" % (n, why) for why, n in self.unchecked.items())
            line += ", unchecked %d (%s)" % (sum(self.unchecked.values()), reasons)
        print(line)
        for difference in self.differences:
            print("  " + difference)
        if self.failed > len(self.differences):
            print("  ... and more")
        for text, n in self.notes.items():
            print("  %d %s" % (n, text))


def short(value):
    text = repr(value)
    return text if len(text) <= 120 else text[:117] + "..."


def count(value):
    """How many values a member holds."""
    if isinstance(value, (list, dict)):
        return len(value)
    return 1
