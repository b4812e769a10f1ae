// Whoever packs with a scanner would send a half-filled form, or give two buyers the same tag.
import { eq, inArray, sql } from "drizzle-orm";
import { numberAlphabet } from "#app/features/orders/order-number.rules.ts";
import { storeOrderLines, storeOrders } from "#app/features/orders/orders.tables.server.ts";
import { pets } from "#app/features/pets/pets.tables.server.ts";
import { tags } from "#app/features/tags/tags.tables.server.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import type { Db } from "#app/platform/db/connection/database.server.ts";
import { createId } from "#app/platform/db/uuid.server.ts";
import { expect, open, phone, test } from "./fixtures.ts";
import { inspect } from "./layout.ts";

const longName = "أحمد عبد الرحمن 🐾 ".repeat(5).slice(0, 80);

/** Creates orders that are being packed; those with tags have one line of so many tags for the buyer's pet. */
async function addPacked(db: Db, tagsPerOrder: readonly number[]): Promise<{ id: string; number: string }[]> {
  const [buyer] = await db.select().from(users).where(eq(users.email, "owner@aleef.test"));
  const [pet] = await db.select().from(pets).where(eq(pets.ownerId, buyer!.id)).limit(1);
  const [line] = await db.select().from(storeOrderLines).limit(1);
  const [order] = await db.select().from(storeOrders).where(eq(storeOrders.userId, buyer!.id)).limit(1);
  const draw = () => Array.from({ length: 6 }, () => numberAlphabet[Math.floor(Math.random() * 20)]).join("");
  const added = [];
  for (const [place, count] of tagsPerOrder.entries()) {
    const { search: _search, ...copy } = order!;
    const fullName = place === 0 ? longName : copy.fullName;
    const made = { id: createId(), number: `AL-30-${draw()}`, idempotencyKey: createId(), fullName };
    await db.insert(storeOrders).values({ ...copy, ...made, status: "processing", trackingNumber: null });
    const { search: _words, ...copied } = line!;
    const own = { id: createId(), orderId: made.id, quantity: count || 1, petId: count ? pet!.id : null };
    await db.insert(storeOrderLines).values({ ...copied, ...own, replacesTagId: null, tagCodes: [] });
    added.push({ id: made.id, number: made.number });
  }
  return added;
}

test("fills a row by scanner, marks codes, and ships only what is ready", async ({
  page,
  language,
  visitor,
  db,
  signIn,
  newTag,
  t,
}) => {
  const orders = await addPacked(db, [2, 1, 0]);
  const [two, one] = orders as [{ id: string; number: string }, { id: string; number: string }];
  const free = [await newTag(), await newTag(), await newTag()];
  const [taken] = await db.select({ code: tags.code }).from(tags).where(sql`${tags.ownerId} is not null`).limit(1);
  const path = `/admin/orders/ship?${orders.map(({ id }) => `ids=${id}`).join("&")}`;
  await signIn(page, "admin@aleef.test");
  await open(page, path);
  const rowOf = ({ number }: { number: string }) => page.getByRole("row").filter({ hasText: number });
  const codes = (order: { number: string }) => rowOf(order).getByRole("textbox").first();
  const tracking = (order: { number: string }) => rowOf(order).getByRole("textbox").last();
  const ready = (count: number) =>
    expect(page.getByText(t("adminOrders.ship.ready", { ready: String(count), total: "3" }))).toBeVisible();
  await ready(1);
  const buyer = rowOf(two).locator("bdi").filter({ hasText: "أحمد" });
  await expect(buyer, "names begin at one edge").toHaveCSS("text-align", { en: "left", ar: "right" }[language]);

  // A scanner types the code, or the address in it, and Enter.
  const scan = async (text: string) => {
    await page.keyboard.type(text);
    await page.keyboard.press("Enter");
  };
  await codes(two).focus();
  await scan(free[0] ?? "");
  await expect(codes(two)).toBeFocused();
  await expect(rowOf(two).getByText(t("adminOrders.ship.codeProblems.missing", { count: 1 }))).toBeVisible();
  await scan(`https://aleef.example/t/${free[1]}`);
  await expect(tracking(two)).toBeFocused();
  await expect(codes(two)).toHaveValue(`${free[0]} ${free[1]}`);
  await scan("TRK-SHIP-1");
  await expect(codes(one)).toBeFocused();
  await expect(rowOf(two).getByText(t("adminOrders.ship.isReady"))).toBeAttached();
  await ready(1);

  const problem = (kind: "unknown" | "taken" | "twice", code: string) =>
    rowOf(one).getByText(t(`adminOrders.ship.codeProblems.${kind}`, { codes: `\u2066${code}\u2069` }));
  await codes(one).fill("NOSUCHCODE99");
  await expect(problem("unknown", "NOSUCHCODE99")).toBeVisible();
  await codes(one).fill(taken?.code ?? "");
  await expect(problem("taken", taken?.code ?? "")).toBeVisible();
  await codes(one).fill(free[0] ?? "");
  await expect(problem("twice", free[0] ?? "")).toBeVisible();
  await inspect(page, "parcels with and without faults");

  const narrow = await visitor(phone);
  await signIn(narrow, "admin@aleef.test");
  await open(narrow, path);
  await inspect(narrow, "parcels on a phone");

  await codes(one).fill(free[2] ?? "");
  await ready(1);
  await page.getByRole("button", { name: t("adminOrders.ship.submitReady", { count: 1 }) }).click();
  // The others stay, with what was typed.
  await expect(rowOf(two)).toHaveCount(0);
  await expect(codes(one)).toHaveValue(free[2] ?? "");
  const ids = orders.map(({ id }) => id);
  const states = await db
    .select({ id: storeOrders.id, status: storeOrders.status })
    .from(storeOrders)
    .where(inArray(storeOrders.id, ids));
  expect(new Map(states.map(({ id, status }) => [id, status]))).toEqual(
    new Map(ids.map((id, place) => [id, place === 0 ? "shipped" : "processing"])),
  );
  await tracking(one).fill("TRK-SHIP-2");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: t("adminOrders.ship.submitReady", { count: 1 }) }).click();
  await expect(rowOf(one)).toHaveCount(0);
});
