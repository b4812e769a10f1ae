// A stranger could change somebody else's tag, or a tag that nobody owns.
import { expect, test } from "vitest";
import { canChangeTag, stateOf } from "./tags.rules.ts";

test.each([
  ["available", { status: "active", ownerId: null, petId: null }],
  ["available", { status: "active", ownerId: null, petId: "p" }],
  ["unlinked", { status: "active", ownerId: "o", petId: null }],
  ["linked", { status: "active", ownerId: "o", petId: "p" }],
  ["inactive", { status: "inactive", ownerId: null, petId: null }],
  ["inactive", { status: "inactive", ownerId: "o", petId: "p" }],
] as const)("%s: %o", (state, tag) => {
  expect(stateOf(tag)).toBe(state);
});

test("only its owner can change a tag, and no one can change an unowned one", () => {
  expect(canChangeTag({ id: "o" }, { ownerId: "o" })).toBe(true);
  expect(canChangeTag({ id: "x" }, { ownerId: "o" })).toBe(false);
  expect(canChangeTag({ id: "x" }, { ownerId: null })).toBe(false);
});
