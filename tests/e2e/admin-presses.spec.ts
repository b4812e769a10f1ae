// The person who packs forty orders a day would need hundreds of presses for them.
import type { Locator, Page } from "@playwright/test";
import { and, eq, gt, inArray, isNotNull } from "drizzle-orm";
import { products } from "#app/features/catalog/products.tables.server.ts";
import { lostFoundPosts, reportComplaints } from "#app/features/lost-found/reports.tables.server.ts";
import { formatOrderNumber, numberAlphabet } from "#app/features/orders/order-number.rules.ts";
import type { OrderStatus } from "#app/features/orders/orders.rules.ts";
import { storeOrderLines, storeOrders } from "#app/features/orders/orders.tables.server.ts";
import type { Db } from "#app/platform/db/connection/database.server.ts";
import { createId } from "#app/platform/db/uuid.server.ts";
import { buttonOf, expect, fieldOf, open, test, toast } from "./fixtures.ts";
import { post } from "./people.ts";

const many = 45;
let made = 0;

/** Creates `many` copies of a demo order that needs no tag codes, each with its own number; confirmed by their buyers. */
async function addOrders(
  db: Db,
  status: OrderStatus,
  { isConfirmed = true } = {},
): Promise<{ id: string; number: string; totalCents: number }[]> {
  const [line] = await db.select().from(storeOrderLines).where(eq(storeOrderLines.sku, "COLLAR-M")).limit(1);
  const lines = line ? [line] : await db.select().from(storeOrderLines).limit(1);
  const [order] = await db.select().from(storeOrders).where(eq(storeOrders.id, lines[0]!.orderId));
  const added = [];
  for (let count = 0; count < many; count++) {
    made++;
    const sign = (value: number) => numberAlphabet[value % numberAlphabet.length];
    const number = formatOrderNumber(31, `ZZ${sign(made >> 10)}${sign(made >> 5)}${sign(made)}`);
    const { search: _search, ...copy } = order!;
    const id = createId();
    await db.insert(storeOrders).values({
      ...copy,
      id,
      number,
      idempotencyKey: createId(),
      status,
      payment: "unpaid",
      collectedCents: 0,
      collectedAt: null,
      refundedCents: 0,
      trackingNumber: null,
      confirmedAt: isConfirmed ? new Date() : null,
    });
    const { search: _words, ...copiedLine } = lines[0]!;
    await db.insert(storeOrderLines).values({
      ...copiedLine,
      id: createId(),
      orderId: id,
      petId: null,
      replacesTagId: null,
      tagCodes: [],
      returned: 0,
    });
    added.push({ id, number, totalCents: copy.totalCents });
  }
  return added;
}

const statusesOf = async (db: Db, orders: { id: string }[]) => {
  const rows = await db
    .select({ status: storeOrders.status, payment: storeOrders.payment, tracking: storeOrders.trackingNumber })
    .from(storeOrders)
    .where(
      inArray(
        storeOrders.id,
        orders.map(({ id }) => id),
      ),
    );
  return rows;
};

/** Counts user input: one per press, two per paste or file choice. */
function counter() {
  let presses = 0;
  return {
    async press(target: Locator) {
      presses++;
      await target.click();
    },
    async paste(target: Locator, text: string) {
      presses += 2;
      await target.fill(text);
    },
    async choose(target: Locator, name: string, text: string) {
      presses += 2;
      await target.setInputFiles({ name, mimeType: "text/csv", buffer: Buffer.from(text) });
    },
    get presses() {
      return presses;
    },
  };
}

const all = (page: Page) => page.getByRole("toolbar").getByRole("checkbox").first();

test("packs 45 orders, prints their slips, ships them with pasted tracking numbers and records their cash from a file", async ({
  page,
  db,
  signIn,
  loggedErrors,
  t,
}) => {
  test.slow();
  await signIn(page, "admin@aleef.test");
  const orders = await addOrders(db, "pending");
  const button = (name: string) => buttonOf(page, name);

  await open(page, "/admin/orders?confirmed=yes");
  const packing = counter();
  await packing.press(all(page));
  await packing.press(button(t("adminOrders.bulk.processing")));
  await expect(page.getByText(t("bulk.undo"), { exact: true })).toBeVisible();
  expect(new Set((await statusesOf(db, orders)).map(({ status }) => status))).toEqual(new Set(["processing"]));
  expect(packing.presses).toBeLessThanOrEqual(4);

  await open(page, "/admin/orders?status=processing");
  const slips = counter();
  await slips.press(all(page));
  // A browser with a PDF viewer opens the file and requests a favicon; one without downloads it.
  loggedErrors.allow(/favicon\.ico/);
  const answered = page.context().waitForEvent("response", (answer) => answer.url().includes("documents.pdf"));
  await slips.press(button(t("adminOrders.bulk.documents.packingSlip")));
  const { status, headers } = await answered.then((answer) => ({ status: answer.status(), headers: answer.headers() }));
  expect(status).toBe(200);
  expect(headers["content-disposition"]).toMatch(/filename="aleef-packingSlip-.*\.pdf"$/);
  expect(slips.presses).toBeLessThanOrEqual(4);

  // Opened anew from another page, since a browser keeps the selection of a page that is reloaded.
  await open(page, "/admin");
  await open(page, "/admin/orders?status=processing");
  const shipping = counter();
  await shipping.press(all(page));
  await shipping.press(button(t("adminOrders.bulk.ship")));
  const column = orders.map(({ number }, index) => `${number}\tTRK-${index}`).join("\n");
  await shipping.paste(page.getByLabel(t("adminOrders.ship.paste")), column);
  await expect(page.locator('input[name^="tracking."]').last()).not.toHaveValue("");
  await shipping.press(page.getByRole("main").locator("form button[type=submit]").last());
  await expect(page.getByText(t("bulk.undo"), { exact: true })).toBeVisible();
  const shipped = await statusesOf(db, orders);
  expect(new Set(shipped.map(({ status }) => status))).toEqual(new Set(["shipped"]));
  expect(shipped.every(({ tracking }) => tracking?.startsWith("TRK-"))).toBe(true);
  expect(shipping.presses).toBeLessThanOrEqual(6);

  await open(page, "/admin/orders/couriers");
  const cash = counter();
  const file = orders.map(({ number, totalCents }) => `${number},${(totalCents / 100).toFixed(2)}`);
  await cash.choose(page.locator("input[type=file]"), "settlement.csv", ["refNo,codAmt", ...file].join("\n"));
  await cash.press(button(t("couriers.compare")));
  await expect(page.getByText(t("couriers.matching", { count: many }))).toBeVisible();
  await cash.press(button(t("couriers.recordSome", { count: many })));
  await expect(page.getByText(t("bulk.undo"), { exact: true })).toBeVisible();
  expect(new Set((await statusesOf(db, orders)).map(({ payment }) => payment))).toEqual(new Set(["collected"]));
  expect(cash.presses).toBeLessThanOrEqual(6);

  await button(t("bulk.undo")).click();
  await expect(page.getByText(t("bulk.undone", { count: many, number: String(many) }))).toBeVisible();
  expect(new Set((await statusesOf(db, orders)).map(({ payment }) => payment))).toEqual(new Set(["unpaid"]));
});

test("packing asks about unconfirmed orders, which are confirmed with one key or reminded, without scripts too", async ({
  page,
  db,
  signIn,
  visitor,
  t,
}) => {
  test.slow();
  await signIn(page, "admin@aleef.test");
  const [waiting, confirmed] = [
    (await addOrders(db, "pending", { isConfirmed: false })).slice(0, 3),
    (await addOrders(db, "pending")).slice(0, 4),
  ];
  const name = `Quokka${createId().slice(-6)}`;
  const ids = [...waiting, ...confirmed].map(({ id }) => id);
  await db.update(storeOrders).set({ fullName: name, phone: "+201001112223" }).where(inArray(storeOrders.id, ids));
  const readStatuses = async (orders: { id: string }[]) => (await statusesOf(db, orders)).map(({ status }) => status);
  const title = t("adminOrders.pack.title", {
    confirmed: t("adminOrders.pack.confirmed", { count: 4 }),
    toConfirm: t("adminOrders.pack.toConfirm", { count: 3 }),
  });
  const packConfirmed = t("adminOrders.pack.confirmedOnly", { count: 4 });
  const remind = t("adminOrders.pack.remind", { count: 3 });

  const plain = await visitor({ javaScriptEnabled: false });
  await signIn(plain, "admin@aleef.test");
  await plain.goto(`/admin/orders?status=pending&q=${name}`);
  for (const box of await plain.locator("input[name=ids]").all()) await box.check();
  await buttonOf(plain, t("adminOrders.bulk.processing")).click();
  await expect(plain.getByRole("heading", { name: title })).toBeVisible();
  await plain.getByRole("button", { name: remind }).click();
  await expect(plain.getByText(t("bulk.done", { count: 3, number: "3" }))).toBeVisible();

  await open(page, `/admin/orders?status=pending&q=${name}`);
  const packing = counter();
  await packing.press(all(page));
  await packing.press(buttonOf(page, t("adminOrders.bulk.processing")));
  await expect(page.getByRole("dialog", { name: title })).toBeVisible();
  expect(new Set(await readStatuses([...waiting, ...confirmed]))).toEqual(new Set(["pending"]));
  await page.keyboard.press("Escape");
  await expect(page).not.toHaveURL(/ask=/);
  await packing.press(buttonOf(page, t("adminOrders.bulk.processing")));
  await packing.press(buttonOf(page, packConfirmed));
  await expect(page.getByText(t("bulk.done", { count: 4, number: "4" }))).toBeVisible();
  expect(packing.presses).toBeLessThanOrEqual(4);
  expect(new Set(await readStatuses(confirmed))).toEqual(new Set(["processing"]));
  expect(new Set(await readStatuses(waiting))).toEqual(new Set(["pending"]));

  await open(page, `/admin/orders?status=toConfirm&q=${name}`);
  const rows = page.getByRole("row").filter({ has: page.locator("input[name=ids]") });
  await expect(rows).toHaveCount(3);
  await expect(rows.first().locator("a[href='tel:+201001112223']")).toBeVisible();
  await rows
    .first()
    .getByRole("button", { name: t("adminOrders.notReachedOne", { name: waiting[0]!.number }) })
    .click();
  const tried = t("adminOrders.unansweredCalls", { count: 1, time: "" });
  await expect(rows.first()).toContainText(tried.replace(/\W*$/, ""));
  await page.getByRole("heading", { level: 1 }).click();
  await page.keyboard.press("j");
  await page.keyboard.press("c");
  await expect(rows).toHaveCount(2);
  expect(await db.$count(storeOrders, and(eq(storeOrders.fullName, name), isNotNull(storeOrders.confirmedAt)))).toBe(5);
  await buttonOf(page, t("bulk.undo")).click();
  await expect(rows).toHaveCount(3);
});

test("looks through the list in a panel, by keyboard", async ({ page, db, signIn, t }) => {
  await signIn(page, "admin@aleef.test");
  const orders = (await addOrders(db, "pending", { isConfirmed: false })).slice(0, 3);
  const name = `Wombat${createId().slice(-6)}`;
  const ids = orders.map(({ id }) => id);
  await db.update(storeOrders).set({ fullName: name }).where(inArray(storeOrders.id, ids));
  await open(page, `/admin/orders?status=toConfirm&q=${name}`);
  const panel = (at: number) => page.getByRole("dialog", { name: orders[at]!.number });
  await page.keyboard.press("j");
  await page.keyboard.press("Space");
  await expect(panel(0).getByText(name)).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await expect(panel(1).getByText(name)).toBeVisible();
  await page.keyboard.press("c");
  await expect(panel(2).getByText(name)).toBeVisible();
  await page.keyboard.press("ArrowUp");
  await expect(panel(0)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  expect(await db.$count(storeOrders, and(eq(storeOrders.fullName, name), isNotNull(storeOrders.confirmedAt)))).toBe(1);
  await page.getByRole("row").nth(1).getByText(name).click();
  await page.getByRole("link", { name: t("adminOrders.seeOrder") }).click();
  await expect(page).toHaveURL(new RegExp(`${orders[0]!.number}$`));
});

test("ships all 135 matching orders, 100 at a time, and knows the list's filters without scripts too", async ({
  page,
  db,
  signIn,
  visitor,
  loggedErrors,
  t,
}) => {
  test.slow();
  const name = `Zebra${createId().slice(-6)}`;
  const orders = [];
  for (let at = 0; at < 3; at++) orders.push(...(await addOrders(db, "processing")));
  const ids = orders.map(({ id }) => id);
  await db.update(storeOrders).set({ fullName: name }).where(inArray(storeOrders.id, ids));
  const list = `/admin/orders?status=processing&q=${name}`;
  const first = t("adminOrders.ship.first", { number: "135", shown: "100" });

  const plain = await visitor({ javaScriptEnabled: false });
  await signIn(plain, "admin@aleef.test");
  await plain.goto(list);
  await plain.locator("input[name=ids]").first().check();
  await plain.locator("input[name=all]").check();
  loggedErrors.allow(/favicon\.ico/);
  const asked = plain.context().waitForEvent("request", (request) => request.url().includes("documents.pdf"));
  await buttonOf(plain, t("adminOrders.bulk.documents.packingSlip")).click();
  const query = new URL((await asked).url()).searchParams;
  expect(Object.fromEntries(["q", "status", "all", "kind"].map((key) => [key, query.get(key)]))).toEqual({
    q: name,
    status: "processing",
    all: "1",
    kind: "packingSlip",
  });
  await plain.goto(list);
  await plain.locator("input[name=ids]").first().check();
  await plain.locator("input[name=all]").check();
  await buttonOf(plain, t("adminOrders.bulk.ship")).click();
  await expect(plain.getByText(first)).toBeVisible();

  await signIn(page, "admin@aleef.test");
  await open(page, list);
  await all(page).click();
  await page.getByRole("checkbox", { name: t("bulk.chooseAll", { count: 135, number: "135" }) }).check();
  await buttonOf(page, t("adminOrders.bulk.ship")).click();
  await expect(page.getByText(first)).toBeVisible();
  await buttonOf(page, t("adminOrders.ship.submit", { count: 100 })).click();
  await expect(page.getByText(t("bulk.done", { count: 100, number: "100" }))).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText(first)).toBeHidden();
  await buttonOf(page, t("adminOrders.ship.submit", { count: 35 })).click();
  await expect(page).toHaveURL(/\/admin\/orders\?/);
  await expect(page.getByText(t("bulk.done", { count: 35, number: "35" }))).toBeVisible();
  expect(new Set((await statusesOf(db, orders)).map(({ status }) => status))).toEqual(new Set(["shipped"]));
});

/** Creates copies of a demo report, each with a complaint. */
async function addReportWithComplaint(db: Db, count: number): Promise<string[]> {
  const [report] = await db.select().from(lostFoundPosts).where(eq(lostFoundPosts.status, "open")).limit(1);
  const ids = Array.from({ length: count }, () => createId());
  for (const [index, id] of ids.entries()) {
    const { search: _words, contactSearch: _contact, ...copy } = report!;
    await db.insert(lostFoundPosts).values({
      ...copy,
      id,
      petId: null,
      photos: [],
      fingerprint: id,
      openComplaints: 1,
      description: `Flagged ${index}`,
      words: "Flagged",
    });
    const createdAt = new Date(Date.parse("2026-01-01T00:00:00Z") + index * 60_000);
    await db
      .insert(reportComplaints)
      .values({ id: createId(), reportId: id, by: `network ${index}`, reason: "scam", createdAt });
  }
  return ids;
}

test("works through a queue of complaints with one key press each", async ({ page, db, signIn, t }) => {
  test.slow();
  await signIn(page, "admin@aleef.test");
  const ids = await addReportWithComplaint(db, 8);
  await open(page, "/admin/lost-found");
  await expect(page.getByText("Flagged 0")).toBeVisible();
  let presses = 0;
  const press = async (key: string) => {
    presses++;
    await page.keyboard.press(key);
  };
  await press("j");
  await press("Enter");
  for (const [index, id] of ids.entries()) {
    await expect(page).toHaveURL(new RegExp(id));
    await expect(page.getByRole("heading", { name: t("adminReports.complaintsTitle") })).toBeVisible();
    await expect(page.getByRole("paragraph").filter({ hasText: `Flagged ${index}` })).toBeVisible();
    await press(index % 2 ? "h" : "d");
  }
  await expect(page).not.toHaveURL(new RegExp(ids.at(-1)!));
  expect(presses, "as 45 for a queue of 40").toBeLessThanOrEqual(ids.length + 5);
  const reports = await db
    .select({ openComplaints: lostFoundPosts.openComplaints, hiddenReason: lostFoundPosts.hiddenReason })
    .from(lostFoundPosts)
    .where(inArray(lostFoundPosts.id, ids))
    .orderBy(lostFoundPosts.id);
  expect(reports.map(({ openComplaints }) => openComplaints)).toEqual(ids.map(() => 0));
  expect(reports.map(({ hiddenReason }) => hiddenReason !== null)).toEqual(ids.map((_, index) => index % 2 === 1));
  await db.delete(lostFoundPosts).where(inArray(lostFoundPosts.id, ids));
});

test("undoes a single dismissal on the next page", async ({ page, db, signIn, t }) => {
  await signIn(page, "admin@aleef.test");
  const ids = await addReportWithComplaint(db, 2);
  await open(page, `/admin/lost-found/${ids[0]}`);
  await page.getByRole("button", { name: t("moderation.dismiss") }).click();
  await expect(page).toHaveURL(/[?&]run=/);
  const waiting = () =>
    db.$count(lostFoundPosts, and(inArray(lostFoundPosts.id, ids), gt(lostFoundPosts.openComplaints, 0)));
  expect(await waiting()).toBe(1);
  await buttonOf(page, t("bulk.undo")).click();
  await expect(page.getByText(t("bulk.undone", { count: 1, number: "1" }))).toBeVisible();
  await expect(page).toHaveURL(new RegExp(ids[0]!));
  expect(await waiting()).toBe(2);
  // Leaves the page first, which would otherwise request its report again once that is deleted.
  await page.goto("about:blank");
  await db.delete(lostFoundPosts).where(inArray(lostFoundPosts.id, ids));
});

test("hides and dismisses reports with complaints in bulk and undoes it", async ({ page, db, signIn, t }) => {
  await signIn(page, "admin@aleef.test");
  const ids = await addReportWithComplaint(db, 3);
  await open(page, "/admin/lost-found?q=Flagged&state=flagged");
  await all(page).click();
  await buttonOf(page, t("moderation.hideSome")).click();
  const sure = page.getByRole("alertdialog").or(page.getByRole("dialog"));
  await buttonOf(sure, t("moderation.hideSome")).click();
  await expect(page.getByText(t("bulk.undo"), { exact: true })).toBeVisible();
  const hidden = () =>
    db.$count(lostFoundPosts, and(inArray(lostFoundPosts.id, ids), isNotNull(lostFoundPosts.hiddenAt)));
  expect(await hidden()).toBe(3);
  await buttonOf(page, t("bulk.undo")).click();
  await expect(page.getByText(t("bulk.undone", { count: 3, number: "3" }))).toBeVisible();
  expect(await hidden()).toBe(0);
  await all(page).click();
  await buttonOf(page, t("moderation.dismiss")).click();
  await expect(page.getByText(t("bulk.done", { count: 3, number: "3" }))).toBeVisible();
  await db.delete(lostFoundPosts).where(inArray(lostFoundPosts.id, ids));
});

test("selects a range with Shift, moves and selects by keyboard, and changes all matching orders through the queue", async ({
  page,
  db,
  signIn,
  t,
}) => {
  await signIn(page, "admin@aleef.test");
  const orders = [...(await addOrders(db, "pending")), ...(await addOrders(db, "pending"))];
  await open(page, "/admin/orders");
  const boxes = page.locator("input[name=ids]");
  await boxes.nth(2).click();
  await boxes.nth(6).click({ modifiers: ["Shift"] });
  await expect(page.getByText(t("bulk.chosen", { count: 5, number: "5" }))).toBeVisible();
  await page.getByRole("heading", { level: 1 }).click();
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  await expect(boxes.nth(1)).toBeChecked();
  await page.keyboard.press("/");
  await expect(page.getByRole("searchbox")).toBeFocused();

  await page.getByRole("checkbox", { name: new RegExp(t("bulk.chooseAll", { count: 99, number: "\\d+" })) }).check();
  await buttonOf(page, t("adminOrders.bulk.processing")).click();
  await page.locator("dialog button[value=packAll]").click();
  await expect(page.getByText(t("bulk.undo"), { exact: true })).toBeVisible({ timeout: 20_000 });
  expect(new Set((await statusesOf(db, orders)).map(({ status }) => status))).toEqual(new Set(["processing"]));
});

test("an address typed while another administrator changes the order does not overwrite the change", async ({
  page,
  signIn,
  db,
  t,
  loggedErrors,
}) => {
  loggedErrors.allow(/status of 409/);
  const [order] = await addOrders(db, "pending");
  await signIn(page, "admin@aleef.test");
  await open(page, `/admin/orders/${order!.number}`);
  await page.locator("summary", { hasText: t("orders.correctAddress.title") }).click();
  const field = fieldOf(page, t("orders.correctAddress.address"));
  await field.fill("12 Typed Street");
  const current = () => db.select().from(storeOrders).where(eq(storeOrders.id, order!.id));
  await db
    .update(storeOrders)
    .set({ address: "7 Other Street", updatedAt: new Date() })
    .where(eq(storeOrders.id, order!.id));
  // The page reloads its data in the background, as after a live event.
  const reloaded = page.waitForResponse((response) => response.url().includes(`${order!.number}.data`));
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
  await reloaded;
  await expect(page.getByText("7 Other Street").first()).toBeVisible();
  await page.getByRole("button", { name: t("orders.correctAddress.save") }).click();
  await expect(page.getByText(t("orders.changedMeanwhile")).first()).toBeVisible();
  expect((await current())[0]!.address).toBe("7 Other Street");
  await expect(field).toHaveValue("12 Typed Street");
  // Having been told, the administrator saves again.
  await page.getByRole("button", { name: t("orders.correctAddress.save") }).click();
  await expect(page.getByText(t("orders.correctAddress.saved")).first()).toBeVisible();
  expect((await current())[0]!.address).toBe("12 Typed Street");
});

test("what is typed about a report stays while another administrator decides", async ({
  page,
  adminClient,
  signIn,
  loggedErrors,
  t,
}) => {
  loggedErrors.allow(/status of 409/);
  await signIn(page, "admin@aleef.test");
  await open(page, "/admin/lost-found?state=open");
  await page.locator('main a[href^="/admin/lost-found/0"]').first().click();
  const reason = fieldOf(page, t("adminReports.hideReason"));
  await reason.fill("Shows a phone number.");
  const changes = page.getByRole("listitem").filter({ hasText: t("audit.actions.report.dismiss") });
  const before = await changes.count();
  const seen = await page.locator('[name="seen"]').first().inputValue();
  await post(adminClient, new URL(page.url()).pathname, { intent: "dismiss", seen });
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
  await expect(changes).toHaveCount(before + 1);
  await expect(reason).toHaveValue("Shows a phone number.");
  const hide = page.getByRole("button", { name: t("adminReports.hide") });
  await hide.click();
  await expect(toast(page, t("moderation.meanwhile"))).toBeVisible();
  await expect(reason).toHaveValue("Shows a phone number.");
});

test("what is typed about a product stays while someone else changes it", async ({ page, db, signIn }) => {
  await signIn(page, "admin@aleef.test");
  const [product] = await db.select({ id: products.id, version: products.version }).from(products).limit(1);
  await open(page, `/admin/products/${product?.id}`);
  const name = page.locator('[name="nameEn"]');
  await name.fill("Reflective collar, wide");
  await db
    .update(products)
    .set({ version: (product?.version ?? 0) + 1 })
    .where(eq(products.id, product?.id ?? ""));
  const reloaded = page.waitForResponse((response) => response.url().includes(".data") && response.ok());
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
  await reloaded;
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.evaluate(() => new Promise((done) => setTimeout(done, 300)));
  await expect(name).toHaveValue("Reflective collar, wide");
});
