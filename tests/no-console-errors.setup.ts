import { afterEach, beforeEach, expect, type MockInstance, vi } from "vitest";

let consoleError: MockInstance;

// Spies again before each test, because `restoreMocks` removes the spies.
beforeEach(() => {
  consoleError = vi.spyOn(console, "error");
});

// Fails a test that has written to `console.error`.
afterEach(() => {
  expect(consoleError.mock.calls).toEqual([]);
});
