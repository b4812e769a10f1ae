// Breaks for shops: a list from a printer or a courier is refused because their program writes files in another way.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { createTestProduct, createTestTag, signUpTestUser } from "#tests/make.ts";
import { createOrderInStatus } from "#tests/make-orders.ts";
import { textOf } from "./finder-page.ts";
import { openSite } from "./site.ts";

const site = await openSite();
const { ctx } = site;
const admin = await signUpTestUser(ctx, "admin@example.com", { role: "admin" });
const buyer = await signUpTestUser(ctx, "buyer@example.com");
const as = await site.signInAs("admin@example.com");
const t = ctx.translator("en");

const tag = await createTestTag(ctx);
const order = await createOrderInStatus(ctx, { buyer, admin }, "delivered", await createTestProduct(ctx));

const arabic = new Map(
  Array.from(
    { length: 256 },
    (_, byte) => [new TextDecoder("windows-1256").decode(Uint8Array.of(byte)), byte] as const,
  ),
);
const encodings: Record<string, (text: string) => Uint8Array> = {
  "UTF-8": (text) => Buffer.from(text),
  "UTF-8 with a mark": (text) => Buffer.from(`\uFEFF${text}`),
  "UTF-16": (text) => Buffer.from(`\uFEFF${text}`, "utf16le"),
  "UTF-16 without a mark": (text) => Buffer.from(text, "utf16le"),
  "big-endian UTF-16": (text) => Buffer.from(`\uFEFF${text}`, "utf16le").swap16(),
  "Windows-1256": (text) => Uint8Array.from([...text], (sign) => arabic.get(sign)!),
};

/** Each page that reads a list: rows of a good file with something in Arabic, and what the page then shows. */
const imports: Record<string, { rows: string[][]; shows: string[] }> = {
  "features/admin/tag-batches/chip-import-page.tsx": {
    rows: [
      ["tag_code", "uid", "ملاحظة"],
      [tag.code, "04A2B3C4D5E6F7", "سليم"],
    ],
    shows: [tag.code, t("batches.chips.outcomes.bound")],
  },
  "features/admin/couriers/couriers-page.tsx": {
    rows: [
      ["رقم الطلب", "COD", "ملاحظة"],
      [order.number, (order.totalCents / 100).toFixed(2), "تم التسليم"],
    ],
    shows: [order.number, t("couriers.outcomes.match")],
  },
};
const addresses: Record<string, string> = {
  "features/admin/tag-batches/chip-import-page.tsx": "/admin/tags/chips",
  "features/admin/couriers/couriers-page.tsx": "/admin/orders/couriers",
};

test("every page that reads a list is tested here", () => {
  const pages = readdirSync("app", { recursive: true, encoding: "utf8" }).filter(
    (file) => file.endsWith(".tsx") && readFileSync(path.join("app", file), "utf8").includes("readCsvText("),
  );
  expect(pages.sort()).toEqual(Object.keys(imports).sort());
});

test.each(Object.keys(imports).flatMap((page) => Object.keys(encodings).map((encoding) => [page, encoding] as const)))(
  "%s reads a list in %s, with commas, semicolons and tabs",
  async (page, encoding) => {
    const { rows, shows } = imports[page]!;
    for (const separator of [",", ";", "\t"]) {
      const form = new FormData();
      form.set("trial", "1");
      const bytes = encodings[encoding]!(rows.map((row) => row.join(separator)).join("\r\n"));
      form.set("file", new File([bytes as BlobPart], "list.csv", { type: "application/vnd.ms-excel" }));
      const answer = await site.post(addresses[page]!, form, { as });
      const text = textOf(await answer.text());
      expect([answer.status, ...shows.map((shown) => text.includes(shown))]).toEqual([200, ...shows.map(() => true)]);
    }
  },
);
