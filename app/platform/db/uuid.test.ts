// People would see their newest messages in the wrong order after the server's clock was corrected.
import { afterEach, expect, test, vi } from "vitest";
import { createId, isId } from "./uuid.server.ts";

const timeOf = (id: string) => Number.parseInt(id.replaceAll("-", "").slice(0, 12), 16);

afterEach(() => {
  vi.useRealTimers();
});

test("ids created in a loop are valid, unique and increasing", () => {
  const began = Date.now();
  const ids = Array.from({ length: 20_000 }, createId);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.toSorted()).toEqual(ids);
  expect(timeOf(ids[0]!)).toBeGreaterThanOrEqual(began);
  expect(isId(ids[0])).toBe(true);
});

test("ids keep increasing when the clock is set back by seconds, and follow a larger step back", () => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2100-02-28T12:00:10Z") });
  const before = createId();
  vi.setSystemTime("2100-02-28T12:00:01Z");
  expect(createId() > before).toBe(true);
  vi.setSystemTime("2026-11-21T12:00:00Z");
  expect(timeOf(createId())).toBe(Date.parse("2026-11-21T12:00:00Z"));
});
