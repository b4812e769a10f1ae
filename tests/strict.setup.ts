import { afterEach, expect, vi } from "vitest";

const said = vi.spyOn(console, "error");

// What a browser or a library complains about on the console is a defect, not a note.
afterEach(() => {
  expect(said.mock.calls).toEqual([]);
  said.mockClear();
});
