import { afterEach, beforeEach, expect, type MockInstance, vi } from "vitest";

let said: MockInstance;

// Spies again for each test, because `restoreMocks` removes them.
beforeEach(() => {
  said = vi.spyOn(console, "error");
});

// Warnings and errors on the console fail the test.
afterEach(() => {
  expect(said.mock.calls).toEqual([]);
});
