// A reader with a long search in the address would get an error because an emoji was cut in two.
import { expect, test } from "vitest";
import { cleanAddress } from "./server-app.server.ts";

const at = "http://localhost:3000";

test.each([
  ["/store?q=%D9%86%D9%88%D8%B1+a&page=2", "/store?q=%D9%86%D9%88%D8%B1+a&page=2"],
  ["/admin/users?q=a%00b", "/admin/users?q=ab"],
  ["/admin/users?q%00=a", "/admin/users?q=a"],
  ["/dashboard/orders/AL-26-%00", "/dashboard/orders/-"],
  ["/dashboard/pets/%ED%A0%80/edit", "/dashboard/pets/-/edit"],
  ["/dashboard/pets/%zz", "/dashboard/pets/-"],
  // Latin-1, and an overlong slash: not UTF-8.
  ["/store/caf%E9", "/store/-"],
  ["/store/%C0%AF", "/store/-"],
  ["/store?q=caf%E9&page=2", "/store?q=caf%EF%BF%BD&page=2"],
])("%s becomes %s", (given, read) => {
  expect(cleanAddress(at + given)).toBe(at + read);
});

test("truncates a query value, never inside a surrogate pair", () => {
  const cut = new URL(cleanAddress(`${at}/store?q=${"a".repeat(1_999)}${encodeURIComponent("🐈".repeat(2_000))}`));
  const value = cut.searchParams.get("q")!;
  expect([value.length, value.isWellFormed()]).toEqual([2_000, true]);
});
