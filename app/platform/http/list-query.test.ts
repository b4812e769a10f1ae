// An odd link to a list would end in an error instead of showing the list.
import { describe, expect, test } from "vitest";
import { formatListSort, readListQuery, readListSort, readPage } from "./list-query.ts";

const read = (query: string) =>
  readListQuery(new Request(`https://aleef.test/admin/users?${query}`), { role: ["user", "admin"], batch: 5 });

describe("readListQuery", () => {
  test("reads search text, filters, cursor and page", () => {
    expect(read("q=mona+sami&role=admin&batch=A-1&after=0190&page=3")).toEqual({
      search: "mona sami",
      filters: { role: "admin", batch: "A-1" },
      after: "0190",
      page: 3,
    });
  });

  test("ignores invalid values", () => {
    expect(read("role=owner&page=-1")).toEqual({
      search: "",
      filters: { role: undefined, batch: "" },
      after: null,
      page: 1,
    });
  });

  test("truncates texts to their maximum length and replaces line breaks", () => {
    const { search, filters } = read(`q=a%0Ab${"c".repeat(200)}&batch=1234567`);
    expect(search).toMatch(/^a bc+$/);
    expect(search.length).toBeLessThanOrEqual(100);
    expect(filters.batch).toBe("12345");
  });
});

test.each([
  ["2", 2],
  ["0", 1],
  ["1.5", 1],
  ["999999", 10_000],
  ["9999999", 1],
  ["two", 1],
  [null, 1],
])("readPage: %s is page %i", (text, page) => {
  expect(readPage(text)).toBe(page);
});

test.each([
  ["sort=total", "total", false],
  ["sort=-total", "total", true],
  ["sort=secret", "placed", true],
  ["", "placed", true],
])("readListSort and formatListSort: %j", (query, by, isDescending) => {
  const request = new Request(`https://aleef.test/admin/orders?${query}`);
  const order = readListSort(request, ["placed", "total"], "-placed");
  expect(order).toEqual({ by, isDescending });
  expect(formatListSort(order)).toBe(`${isDescending ? "-" : ""}${by}`);
});
