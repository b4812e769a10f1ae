// An owner would read each tap of one finder as a line of its own, or two visits of a day as one.
import { expect, test } from "vitest";
import { groupWithinHour } from "./dashboard.rules.ts";

/** `R12:30` is a scan of R at 12:30; `-12:30` is an item without a key. */
const grouped = (...items: string[]) =>
  groupWithinHour(items, {
    keyOf: (item) => (item.startsWith("-") ? null : item[0]!),
    atOf: (item) => new Date(`2026-11-21T${item.slice(1)}:00Z`),
  }).map((group) => group.join(" "));

test.each<[string[], string[]]>([
  [[], []],
  [["R12:30", "R12:20", "R12:10"], ["R12:30 R12:20 R12:10"]],
  // Groups are placed at their newest item.
  [
    ["R12:30", "L12:29", "-12:25", "R12:20", "L12:10"],
    ["R12:30 R12:20", "L12:29 L12:10", "-12:25"],
  ],
  // A group spans one hour back from its newest item.
  [
    ["R12:30", "R12:00", "R11:31", "R11:30", "R11:00"],
    ["R12:30 R12:00 R11:31", "R11:30 R11:00"],
  ],
  [
    ["-12:30", "-12:30"],
    ["-12:30", "-12:30"],
  ],
])("%j is grouped as %j", (items, groups) => expect(grouped(...items)).toEqual(groups));
