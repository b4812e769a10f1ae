// A person on page seven of a list could not reach page eight.
import { expect, test } from "vitest";
import { shownPages } from "./pager.tsx";

test.each([
  { page: 1, of: 2, shown: [1, 2] },
  { page: 1, of: 12, shown: [1, 2, -12, 12] },
  { page: 3, of: 5, shown: [1, 2, 3, 4, 5] },
  { page: 4, of: 7, shown: [1, 2, 3, 4, 5, 6, 7] },
  { page: 5, of: 12, shown: [1, -4, 4, 5, 6, -12, 12] },
  { page: 12, of: 12, shown: [1, -11, 11, 12] },
])("shownPages: page $page of $of", ({ page, of, shown }) => {
  expect(shownPages(page, of)).toEqual(shown);
});

test("shownPages: a page after the last one shows all pages", () => {
  expect(shownPages(40, 3)).toEqual([1, 2, 3]);
});
