// A finder's position would be kept from before or after the time they agreed to.
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { classifyTime, isSharing, shareEnd } from "./live-share.rules.ts";

const startsAt = new Date("2026-11-21T12:00:00Z");
const after = (minutes: number) => new Date(startsAt.getTime() + minutes * 60_000);
const share = { startsAt, endsAt: after(15), stoppedAt: null };

test("sharing ends after its duration or when stopped earlier", () => {
  expect(isSharing(share, after(14.99))).toBe(true);
  expect(isSharing(share, after(15))).toBe(false);
  expect(isSharing({ ...share, stoppedAt: after(5) }, after(6))).toBe(false);
  expect(shareEnd({ ...share, stoppedAt: after(20) })).toEqual(after(15));
});

test("a position counts if it was taken while sharing, however late it arrives", () => {
  expect(classifyTime(share, after(10), after(12))).toBe("in");
  expect(classifyTime(share, after(10), after(600))).toBe("in");
  expect(classifyTime(share, after(16), after(16))).toBe("after");
  expect(classifyTime({ ...share, stoppedAt: after(5) }, after(6), after(7))).toBe("after");
  expect(classifyTime(share, after(13), after(12))).toBe("wrong");
  expect(classifyTime(share, after(-2), after(1))).toBe("wrong");
});

test("positions outside the agreed time are never accepted", () => {
  const minutes = fc.double({ min: -1000, max: 1000, noNaN: true });
  fc.assert(
    fc.property(minutes, minutes, (taken, now) => {
      if (classifyTime(share, after(taken), after(now)) !== "in") return;
      expect(taken).toBeGreaterThanOrEqual(-1);
      expect(taken).toBeLessThanOrEqual(15);
      expect(taken).toBeLessThanOrEqual(now + 0.1);
    }),
  );
});

test("accepts the last moment, one minute before the start and five seconds of clock difference", () => {
  expect(classifyTime(share, after(15), after(20))).toBe("in");
  expect(classifyTime(share, new Date(after(15).getTime() + 1), after(20))).toBe("after");
  expect(classifyTime(share, after(-1), after(1))).toBe("in");
  expect(classifyTime(share, new Date(after(-1).getTime() - 1), after(1))).toBe("wrong");
  expect(classifyTime(share, new Date(after(3).getTime() + 5_000), after(3))).toBe("in");
  expect(classifyTime(share, new Date(after(3).getTime() + 5_001), after(3))).toBe("wrong");
});
