// An administrator would lose a saved search, or see those of a colleague.
import { expect, test } from "vitest";
import { createTestAdmin, createTestUser } from "#tests/make.ts";
import { refused } from "#tests/make-orders.ts";
import { createTestApp } from "#tests/test-app.ts";
import { isNarrowed, readFilters } from "./saved-filters.rules.ts";
import { deleteFilter, filterForm, listSavedFilters, saveFilter } from "./saved-filters.server.ts";

const testApp = await createTestApp();
const { ctx } = testApp;
const admin = await createTestAdmin(ctx);

test("filters exclude page and run, and do not depend on the order of the parameters", () => {
  const read = (text: string) => readFilters(new URLSearchParams(text));
  expect(read("status=pending&page=3&run=x&q=&from=2026-01-01")).toBe("from=2026-01-01&status=pending");
  expect(read("b=1&a=2")).toBe(read("a=2&b=1"));
  expect([isNarrowed("sort=code"), isNarrowed("sort=code&q=x"), isNarrowed("")]).toEqual([false, true, false]);
});

test("saving under an existing name overwrites it; saved filters are private and can be deleted", async () => {
  const list = { listPath: "/admin/tags", name: "Lost parcel" };
  await saveFilter(ctx, admin, { ...list, query: "state=linked" });
  await saveFilter(ctx, admin, { ...list, query: "state=void" });
  const other = await createTestAdmin(ctx);
  const [kept, ...more] = await listSavedFilters(ctx, admin);
  expect([kept, more]).toMatchObject([{ ...list, query: "state=void" }, []]);
  expect(await listSavedFilters(ctx, other)).toEqual([]);
  await deleteFilter(ctx, other, kept!.id);
  expect(await listSavedFilters(ctx, admin)).toHaveLength(1);
  await deleteFilter(ctx, admin, kept!.id);
  expect(await listSavedFilters(ctx, admin)).toEqual([]);
});

test("saves a search as long as the field allows, in any script", async () => {
  const query = new URLSearchParams({ who: "ق".repeat(100), subject: "🐈".repeat(50) }).toString();
  const form = filterForm.parse({ listPath: "/admin/audit", query, name: "بحث" });
  await saveFilter(ctx, admin, { ...form, name: form.name });
  const saved = (await listSavedFilters(ctx, admin)).find(({ name }) => name === "بحث");
  expect(new URLSearchParams(saved?.query).get("who")).toBe("ق".repeat(100));
});

test("an existing name can be overwritten although no more filters can be saved", async () => {
  const other = await createTestAdmin(ctx);
  for (let number = 0; number < 100; number++)
    await saveFilter(ctx, other, { listPath: "/admin/tags", name: `Filter ${number}`, query: "q=x" });
  await saveFilter(ctx, other, { listPath: "/admin/tags", name: "Filter 7", query: "q=y" });
  await expect(saveFilter(ctx, other, { listPath: "/admin/tags", name: "One more", query: "q=x" })).rejects.toEqual(
    refused("bulk.filters.tooMany", 409),
  );
  expect((await listSavedFilters(ctx, other)).find(({ name }) => name === "Filter 7")?.query).toBe("q=y");
});

test("rejects a missing name, users who are not administrators, and paths that are not lists of the panel", async () => {
  const form = { listPath: "/admin/tags", query: "q=x" };
  await expect(saveFilter(ctx, admin, { ...form, name: "" })).rejects.toEqual(refused("bulk.filters.nameNeeded", 400));
  await expect(saveFilter(ctx, await createTestUser(ctx), { ...form, name: "x" })).rejects.toEqual(
    refused("accounts.adminRequired"),
  );
  for (const listPath of ["https://evil.test", "//evil.test", "/dashboard", "/admin/../x"])
    expect(filterForm.safeParse({ ...form, listPath, name: "x" }).success).toBe(false);
});
