// A parcel would be printed with an address that the courier cannot read.
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { archiveProduct } from "#app/features/admin/products/manage-products.server.ts";
import { readCart } from "#app/features/cart/cart.server.ts";
import { cartLines } from "#app/features/cart/cart.tables.server.ts";
import { listOrderLines } from "#app/features/orders/fulfilment/order-status.server.ts";
import { getOwnOrder, listOwnOrders } from "#app/features/orders/orders.server.ts";
import { storeOrders } from "#app/features/orders/orders.tables.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import { createId } from "#app/platform/db/uuid.server.ts";
import { createTestAdmin, createTestPet, createTestProduct, signUpTestUser } from "#tests/make.ts";
import { fillCart, stockOf } from "#tests/make-orders.ts";
import { openSite } from "./site.ts";

const site = await openSite();

const [buyer, other, admin] = await Promise.all([
  signUpTestUser(site.ctx, "buyer@example.com"),
  signUpTestUser(site.ctx, "neighbour@example.com"),
  createTestAdmin(site.ctx),
]);
const [as, asOther] = await Promise.all([site.signInAs("buyer@example.com"), site.signInAs("neighbour@example.com")]);
beforeEach(() => site.ctx.db.delete(cartLines));

const form = (more: Record<string, string> = {}): Record<string, string> => ({
  key: createId(),
  fullName: "منى نصّار 🐈",
  phone: "٠١٠٠ ١٢٣ ٤٥٦٧",
  country: "EG",
  governorate: "giza",
  city: "الدقي 🌳",
  address: "١٢ شارع التحرير، الدور ٣ 🏠",
  landmark: "بجوار صيدلية «النور»",
  shipping: "standard",
  ...more,
});

const submit = (more: Record<string, string> = {}, options = {}) =>
  site.post("/checkout", form(more), { as, ...options });
const numberIn = (answer: Response) => /AL-\d\d-[0-9A-Z]{6}$/.exec(answer.headers.get("location") ?? "")?.[0] ?? "";
const ordersOf = async (who: Actor) => (await listOwnOrders(site.ctx, who, {})).total;

test("an order's page names the payment method", async () => {
  await fillCart(site.ctx, buyer, await createTestProduct(site.ctx));
  const number = numberIn(await submit());
  const html = await site.getText(`/dashboard/orders/${number}`, { as });
  expect(html).toContain("Cash on delivery");
});

test("the shipping page shows every order being packed when it is opened without a selection", async () => {
  await fillCart(site.ctx, buyer, await createTestProduct(site.ctx));
  const number = numberIn(await submit());
  await site.ctx.db.update(storeOrders).set({ status: "processing" }).where(eq(storeOrders.number, number));
  await signUpTestUser(site.ctx, "packer@example.com", { role: "admin" });
  const asAdmin = await site.signInAs("packer@example.com");
  const read = (query: string) => site.getText(`/admin/orders/ship${query}`, { as: asAdmin });
  expect(await read("")).toContain(number);
  expect(await read(`?ids=${createId()}`)).not.toContain(number);
});

describe("checkout input", () => {
  test("keeps an address in Arabic with emoji as written", async () => {
    await fillCart(site.ctx, buyer, await createTestProduct(site.ctx));
    const answer = await submit();
    expect(answer.status).toBe(303);
    expect(await getOwnOrder(site.ctx, buyer, numberIn(answer))).toMatchObject({
      fullName: "منى نصّار 🐈",
      phone: "+201001234567",
      city: "الدقي 🌳",
      address: "١٢ شارع التحرير، الدور ٣ 🏠",
      landmark: "بجوار صيدلية «النور»",
    });
  });

  test("rejects letters that cannot be printed on the parcel, and names them", async () => {
    await fillCart(site.ctx, buyer, await createTestProduct(site.ctx));
    const before = await ordersOf(buyer);
    for (const field of ["fullName", "city", "address", "landmark"]) {
      const refused = await submit({ [field]: "小白 Zoë ڤيڤي 🐶 ℝ?" });
      expect([field, refused.status]).toEqual([field, 400]);
      expect(await refused.text()).toContain(
        site.ctx.translator("en")("errors.unprintable", { signs: "小 白" }).slice(9),
      );
    }
    expect(await ordersOf(buyer)).toBe(before);
    expect((await submit({ fullName: "Zoë Łucja Ольга ڤيڤي ژاله 🐶 ½ №" })).status).toBe(303);
  });

  test("ignores submitted prices, totals, quantities and status", async () => {
    await fillCart(site.ctx, buyer, await createTestProduct(site.ctx, { priceCents: 1499 }), 2);
    const [line] = (await readCart(site.ctx, buyer)).rows;
    const invented = {
      price: "1",
      priceCents: "1",
      total: "0",
      totalCents: "-5",
      subtotalCents: "0",
      shippingCents: "0",
    };
    const more = { quantity: "-3", "lines[0].priceCents": "1", "lines[0].id": line!.id, userId: other.id };
    const answer = await submit({
      ...invented,
      ...more,
      status: "delivered",
      payment: "collected",
      collectedCents: "9999",
    });
    const order = await getOwnOrder(site.ctx, buyer, numberIn(answer));
    expect(order).toMatchObject({ status: "pending", payment: "unpaid", collectedCents: 0, totalCents: 2998 + 500 });
    expect(await listOrderLines(site.ctx, order.id)).toMatchObject([{ priceCents: 1499, quantity: 2 }]);
  });

  test.each(["-1", "0", "1.5", "1e9", "99999999999", "NaN", "", "two", "\u202e2"])(
    "quantity %j never reaches the cart except as a whole number in stock",
    async (quantity) => {
      const product = await createTestProduct(site.ctx, { stock: 4 });
      await site.post("/cart", { intent: "add", product, quantity }, { as });
      const { rows } = await readCart(site.ctx, buyer);
      expect(rows.every((row) => Number.isInteger(row.quantity) && row.quantity >= 1 && row.quantity <= 4)).toBe(true);
    },
  );

  test("rejects an engraving that is too long for the tag, with the limit, in both languages", async () => {
    const product = await createTestProduct(site.ctx, { options: [{ name: "engraving", maxLength: 6 }] });
    for (const language of ["en", "ar"]) {
      const engraving = "روكي الكلب الجميل";
      const answer = await site.post("/cart", { intent: "add", product, engraving }, { as, language });
      expect(answer.status).toBe(400);
      expect(await answer.text()).toContain("6");
    }
    expect((await readCart(site.ctx, buyer)).rows).toEqual([]);
    // Six letters for a reader, eight code points.
    const fits = "لُؤلُؤتي";
    await site.post("/cart", { intent: "add", product, engraving: fits }, { as });
    expect((await readCart(site.ctx, buyer)).rows).toMatchObject([{ attributes: { engraving: fits } }]);
  });

  test("reports an engraving that has become too long since it was added to the cart, instead of truncating it", async () => {
    const product = await createTestProduct(site.ctx, { options: [{ name: "engraving", maxLength: 6 }] });
    await fillCart(site.ctx, buyer, product, 1, { engraving: "Rocky" });
    await site.ctx.db.update(cartLines).set({ attributes: { engraving: "much too long for it" } });
    expect((await readCart(site.ctx, buyer)).rows[0]?.problem).toBe("choice");
    expect((await submit()).status).toBe(409);
    expect(await stockOf(site.ctx, product)).toBe(10);
  });

  test("shows an error next to the field for someone else's pet and keeps the input", async () => {
    await fillCart(site.ctx, buyer, await createTestProduct(site.ctx));
    const [line] = (await readCart(site.ctx, buyer)).rows;
    const foreign = await createTestPet(site.ctx, other);
    await createTestPet(site.ctx, buyer);
    const before = await ordersOf(buyer);
    for (const [language, sentence] of [
      ["en", "You no longer have this pet. Choose another one."],
      ["ar", "لم يعد هذا الأليف ضمن حيواناتك الأليفة. اختر مرة أخرى."],
    ] as const) {
      const answer = await submit({ [`pets.${line!.id}`]: foreign }, { language });
      expect(answer.status).toBe(404);
      const html = await answer.text();
      for (const text of [sentence, "الدقي 🌳", "منى نصّار 🐈"]) expect(html).toContain(text);
    }
    expect(await ordersOf(buyer)).toBe(before);
  });
});

test("orders a tag without a pet like any other", async () => {
  await fillCart(site.ctx, buyer, await createTestProduct(site.ctx));
  const [line] = (await readCart(site.ctx, buyer)).rows;
  const answer = await submit({ [`pets.${line!.id}`]: "" });
  const order = await getOwnOrder(site.ctx, buyer, numberIn(answer));
  expect(await listOrderLines(site.ctx, order.id)).toMatchObject([{ petId: null }]);
  await fillCart(site.ctx, buyer, await createTestProduct(site.ctx));
  expect((await submit({ "pets.anything": "no pet at all" })).status).toBe(400);
});

describe("submitting the checkout", () => {
  test("creates one order when submitted concurrently, reloaded or retried, even with different values", async () => {
    const product = await createTestProduct(site.ctx, { stock: 9 });
    await fillCart(site.ctx, buyer, product, 2);
    const key = createId();
    const answers = await Promise.all(Array.from({ length: 6 }, () => submit({ key })));
    const numbers = answers.map(numberIn);
    expect(new Set(numbers).size).toBe(1);
    expect(numbers[0]).not.toBe("");
    // Submitting the same key with other values returns the existing order unchanged.
    await fillCart(site.ctx, buyer, product, 3);
    const replayed = await submit({ key, city: "Elsewhere", shipping: "express" });
    expect(numberIn(replayed)).toBe(numbers[0]);
    expect(await getOwnOrder(site.ctx, buyer, numbers[0]!)).toMatchObject({ city: "الدقي 🌳", shipping: "standard" });
    expect((await readCart(site.ctx, buyer)).count).toBe(3);
    expect(await stockOf(site.ctx, product)).toBe(7);
    // The same key from another buyer creates another order.
    await fillCart(site.ctx, other, product);
    const others = await site.post("/checkout", form({ key }), { as: asOther });
    expect(numberIn(others)).not.toBe(numbers[0]);
  });

  test("completes when the browser disconnects, and a retry finds the order", async () => {
    const product = await createTestProduct(site.ctx, { stock: 5 });
    await fillCart(site.ctx, buyer, product);
    const key = createId();
    const aborted = new AbortController();
    const broken = submit({ key }, { signal: aborted.signal }).catch(() => null);
    aborted.abort();
    await broken;
    const again = await submit({ key });
    expect(again.status).toBe(303);
    expect(await stockOf(site.ctx, product)).toBe(4);
  });

  test.each(["", "x", "00000000-0000-0000-0000-00000000000g", "' or 1=1 --"])("rejects the key %j", async (key) => {
    await fillCart(site.ctx, buyer, await createTestProduct(site.ctx));
    expect((await submit({ key })).status).toBe(400);
  });

  test("is rejected if a product was archived meanwhile, and the cart shows which", async () => {
    const product = await createTestProduct(site.ctx, { nameEn: "Vanishing tag" });
    await fillCart(site.ctx, buyer, product);
    expect((await site.get("/checkout", { as })).status).toBe(200);
    await archiveProduct(site.ctx, admin, product, 1);
    const answer = await submit();
    expect(answer.status).toBe(409);
    const html = await answer.text();
    for (const text of ["Vanishing tag", "Something in your cart"]) expect(html).toContain(text);
    expect(await stockOf(site.ctx, product)).toBe(10);
  });
});

test("someone else's order number gives 404 on every page and in every form", async () => {
  await fillCart(site.ctx, buyer, await createTestProduct(site.ctx));
  const number = numberIn(await submit());
  const { id } = await getOwnOrder(site.ctx, buyer, number);
  const [line] = await listOrderLines(site.ctx, id);
  for (const path of [
    `/dashboard/orders/${number}`,
    `/checkout/done/${number}`,
    `/dashboard/orders/${number}/invoice`,
  ]) {
    expect([path, (await site.get(path, { as })).status]).toEqual([path, 200]);
    expect([path, (await site.get(path, { as: asOther })).status]).toEqual([path, 404]);
  }
  const calls: Record<string, string>[] = [
    { intent: "cancel" },
    { intent: "return", lineId: line!.id, quantity: "1", reason: "other" },
    { intent: "rate", lineId: line!.id, stars: "1" },
    { intent: "buyAgain" },
  ];
  for (const posted of calls) {
    const answer = await site.post(`/dashboard/orders/${number}`, posted, { as: asOther });
    expect([posted.intent, answer.status]).toEqual([posted.intent, 404]);
  }
  expect(await getOwnOrder(site.ctx, buyer, number)).toMatchObject({ status: "pending" });
  expect((await site.ctx.db.select().from(cartLines).where(eq(cartLines.userId, other.id))).length).toBe(0);
});

describe("cart in the browser", () => {
  const postLines = async (body: unknown) =>
    site.send("/cart/lines", {
      method: "POST",
      headers: { "content-type": "application/json", origin: site.publicUrl, "sec-fetch-site": "same-origin" },
      body: JSON.stringify(body),
    });

  test("is priced without its invalid lines", async () => {
    const productId = await createTestProduct(site.ctx, { priceCents: 1234 });
    const valid = { id: "a", productId, quantity: 2, attributes: {}, seenCents: 1 };
    const invalid = [
      null,
      7,
      [],
      { productId: "x".repeat(1000), quantity: 1 },
      { ...valid, quantity: "2" },
      { ...valid, attributes: { color: 7 } },
    ];
    const answer = await postLines({ intent: "quote", lines: [...invalid, valid] });
    expect(answer.status).toBe(200);
    const { view } = await answer.json();
    expect(view).toMatchObject({ count: 2, subtotalCents: 2468 });
    for (const lines of [undefined, "all", {}, 3])
      expect((await postLines({ intent: "quote", lines })).status).toBe(400);
  });
});
