// One prankster could use up all e-mails, and the family would hear nothing of a true scan.
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  countEmails,
  type EventCounts,
  maxPerNetwork,
  maxPerPet,
  maySend,
  otherNetworks,
} from "./email-budget.rules.ts";

/** Simulates scans by these networks in groups of concurrent ones; returns which of them cause an e-mail. */
function open(groups: string[][]): { network: string; isSent: boolean }[] {
  const counts: EventCounts = {};
  return groups.flatMap((group) => {
    for (const network of group) counts[network] = (counts[network] ?? 0) + 1;
    return maySend({ ...counts }, group).map((isSent, at) => ({ network: group[at]!, isSent }));
  });
}

const emails = (opened: { isSent: boolean }[]) => opened.filter(({ isSent }) => isSent).length;

test("one network causes at most six e-mails and does not use up those of others", () => {
  const flood = open([...Array(50).fill(["a"]), ["b"], Array(10).fill("b")]);
  expect(flood.slice(0, 8).map(({ isSent }) => isSent)).toEqual([true, true, true, true, true, true, false, false]);
  expect([emails(flood), flood[50]]).toEqual([12, { network: "b", isSent: true }]);
});

test("at most twenty e-mails are sent, and none once networks are no longer distinguished", () => {
  expect(emails(open(Array.from({ length: 60 }, (_, at) => [`n${at}`])))).toBe(20);
  expect(maySend({ a: 1, [otherNetworks]: 1 }, ["b"])).toEqual([false]);
});

const crowd = fc.array(fc.array(fc.constantFrom("a", "b", "c", "d", "e"), { minLength: 1, maxLength: 9 }));

test("the grouping of scans does not change which e-mails are sent: the first always is, and both limits hold", () => {
  fc.assert(
    fc.property(crowd, (groups) => {
      const opened = open(groups);
      const alone = open(groups.flat().map((network) => [network]));
      const counts: EventCounts = {};
      for (const { network } of opened) counts[network] = (counts[network] ?? 0) + 1;
      expect(opened).toEqual(alone);
      expect(emails(opened)).toBe(countEmails(counts));
      expect(emails(opened)).toBeLessThanOrEqual(maxPerPet);
      if (opened[0]) expect(opened[0].isSent).toBe(true);
      for (const one of Object.keys(counts))
        expect(emails(opened.filter(({ network }) => network === one))).toBeLessThanOrEqual(maxPerNetwork);
    }),
  );
});
