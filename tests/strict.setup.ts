import { afterEach, beforeEach, expect, type MockInstance, vi } from "vitest";

let said: MockInstance;

// Spied anew for each test, because `restoreMocks` takes every spy away before it.
beforeEach(() => {
  said = vi.spyOn(console, "error");
});

// What a browser or a library complains about on the console is a defect, not a note.
afterEach(() => {
  expect(said.mock.calls).toEqual([]);
});
