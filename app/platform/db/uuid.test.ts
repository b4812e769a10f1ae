import { expect, test } from "vitest";
import { isId, newId } from "./uuid.server.ts";

test("ids made in one go are valid, all different, and in the order they were made", () => {
  const began = Date.now();
  const ids = Array.from({ length: 20_000 }, newId);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.toSorted()).toEqual(ids);
  expect(Number.parseInt(ids[0]!.replaceAll("-", "").slice(0, 12), 16)).toBeGreaterThanOrEqual(began);
  expect(isId(ids[0])).toBe(true);
});
