// People would not see where on the site they are, or not find a page in the menu.
import { describe, expect, it } from "vitest";
import { adminLinks } from "./admin/admin-navigation.ts";
import { isCurrent } from "./navigation.ts";
import { ownerLinks } from "./owner/owner-navigation.ts";
import { siteLinks } from "./site/site-navigation.ts";

const current = (links: typeof ownerLinks, path: string) =>
  links.filter((item) => isCurrent(item, path)).map((item) => item.to);

describe("isCurrent", () => {
  it.each([
    ["/dashboard", "/dashboard"],
    ["/dashboard/", "/dashboard"],
    ["/dashboard/pets/0198/edit", "/dashboard/pets"],
    ["/dashboard/tags", "/dashboard/tags"],
    ["/dashboard/tags-management", "/dashboard/tags"],
    ["/dashboard/scans", "/dashboard/scan-records"],
    ["/dashboard/scan-details/0198", "/dashboard/scan-records"],
    ["/dashboard/reminders/new", "/dashboard/tips"],
    ["/dashboard/settings/notifications", "/dashboard/settings"],
  ])("for %s only selects %s", (path, expected) => {
    expect(current(ownerLinks, path)).toEqual([expected]);
  });

  it("selects nothing for a path that only starts with the same letters", () => {
    expect(current(ownerLinks, "/dashboard/petshop")).toEqual([]);
    expect(current(ownerLinks, "/dashboard/inbox")).toEqual([]);
  });

  it("selects one entry in the admin area and on the site", () => {
    expect(current(adminLinks, "/admin/tags")).toEqual(["/admin/tags"]);
    expect(current(adminLinks, "/admin")).toEqual(["/admin"]);
    expect(siteLinks.filter((item) => isCurrent(item, "/store/product/1")).map((item) => item.to)).toEqual(["/store"]);
    expect(siteLinks.filter((item) => isCurrent(item, "/"))).toHaveLength(1);
  });
});

it("the owner's menu lists every entry once, in the order of the specification", () => {
  expect(ownerLinks.map((item) => item.label.split(".").at(-1))).toEqual([
    "overview",
    "pets",
    "tags",
    "scans",
    "lostFound",
    "store",
    "orders",
    "tips",
    "subscription",
    "settings",
  ]);
});
