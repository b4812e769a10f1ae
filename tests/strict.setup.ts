import { afterEach, beforeEach, expect, type MockInstance, vi } from "vitest";

let said: MockInstance;

// Spies again before each test, because `restoreMocks` removes the spies.
beforeEach(() => {
  said = vi.spyOn(console, "error");
});

// Fails a test that has written to `console.error`.
afterEach(() => {
  expect(said.mock.calls).toEqual([]);
});
