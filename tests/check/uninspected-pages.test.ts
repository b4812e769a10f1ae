import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { inspectedPagesFile, listUninspectedPages } from "../e2e/uninspected-pages.ts";

test("counts an address for the most specific page that matches it, in the language of the visit", async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), "aleef-seen-"));
  const seen = ["/dashboard/nowhere", "/admin/nowhere", "/nowhere", "/dashboard/pets/new", "/pet/1"].map(
    (one) => `en ${one}`,
  );
  await writeFile(path.join(folder, inspectedPagesFile), seen.join("\n"));
  const uninspected = await listUninspectedPages(folder);
  await rm(folder, { recursive: true });
  for (const pattern of ["/dashboard/*", "/admin/*", "/*", "/dashboard/pets/new", "/pet/:petId"]) {
    expect(uninspected).not.toContain(`en ${pattern}`);
    expect(uninspected).toContain(`ar ${pattern}`);
  }
  for (const pattern of ["/", "/about", "/dashboard/pets/:petId", "/admin/tags/:tagId"])
    expect(uninspected).toContain(`en ${pattern}`);
});
