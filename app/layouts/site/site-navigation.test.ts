// Somebody who listens to the page would hear two menus with the same name, or none.
import { expect, test } from "vitest";
import { socialNameOf } from "./site-navigation.ts";

test.each([
  ["https://www.instagram.com/aleef.pets", "Instagram"],
  ["https://x.com/aleef", "X"],
  ["https://social.example/@aleef", "social.example"],
])("%s has the name %s", (url, name) => {
  expect(socialNameOf(url)).toBe(name);
});
