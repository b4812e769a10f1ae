// An administrator on the phone with a caller would search by name or number and find nothing.
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { storeOrders } from "#app/features/orders/orders.tables.server.ts";
import { pets } from "#app/features/pets/pets.tables.server.ts";
import { createClaimedTag, createTestAdmin, createTestPet, createTestProduct, createTestUser } from "#tests/make.ts";
import { createOrderInStatus, refused } from "#tests/make-orders.ts";
import { createTestApp } from "#tests/test-app.ts";
import { listSearchHits } from "./panel-search.server.ts";

const testApp = await createTestApp();
const { ctx } = testApp;
const admin = await createTestAdmin(ctx);
const owner = await createTestUser(ctx, { firstName: "Zahra", lastName: "El-Masry", phone: "+201001234567" });

const find = async (text: string) =>
  Object.fromEntries(
    (await listSearchHits(ctx, admin, text, "en")).map(({ group, hits }) => [group, hits.map(({ title }) => title)]),
  );

test("finds users by name in either order, e-mail, and phone in any format", async () => {
  for (const text of [
    "zahra el-masry",
    "El-Masry Zahra",
    owner.email,
    "010 0123 4567",
    "+20 100 123-4567",
    "٠١٠٠١٢٣٤٥٦٧",
  ])
    expect((await find(text)).users, text).toEqual(["Zahra El-Masry"]);
});

test.each([
  ["ݣيليز", "كيليز"],
  ["مۊشا", "موشا"],
  ["ڠاتو", "غاتو"],
  ["پښتون", "بشتون"],
  ["نوݜین", "نوشين"],
  ["ࢢيبسي", "جيبسي"],
])("finds a pet, a user and a product called %s by %s, and the other way round", async (name, plain) => {
  for (const [called, asked] of [
    [`${name} أ`, plain],
    [`${plain} ب`, name],
  ] as const) {
    await createTestPet(ctx, await createTestUser(ctx, { firstName: called, lastName: "x" }), { name: called });
    await createTestProduct(ctx, { nameAr: called });
    const { pets: foundPets, users: foundUsers, products: foundProducts } = await find(asked);
    expect(foundPets).toContain(called);
    expect(foundUsers).toContain(`${called} x`);
    expect(foundProducts?.length).toBeGreaterThan(0);
  }
});

test("finds a tag by its code without hyphens, a pet by its microchip, an order by number and tracking number", async () => {
  const petId = await createTestPet(ctx, owner, { name: "Basbousa" });
  await ctx.db.update(pets).set({ microchip: "941000024680135" }).where(eq(pets.id, petId));
  const { code } = await createClaimedTag(ctx, owner, petId);
  expect((await find(code.replaceAll("-", "").toLowerCase())).tags).toEqual([code]);
  expect((await find("941000 024680 135")).pets).toEqual(["Basbousa"]);
  expect((await find("94100002468")).pets).toBeUndefined();
  const { id, number } = await createOrderInStatus(
    ctx,
    { buyer: owner, admin },
    "processing",
    await createTestProduct(ctx),
  );
  await ctx.db.update(storeOrders).set({ trackingNumber: "BX-778-99" }).where(eq(storeOrders.id, id));
  for (const text of [number, number.toLowerCase(), "bx-778-99"])
    expect((await find(text)).orders, text).toEqual([number]);
});

test("finds orders, users and pets with a similar name when nothing matches, the most similar first", async () => {
  const buyer = await createTestUser(ctx, { firstName: "Monalisa", lastName: "Quassar" });
  await createTestUser(ctx, { firstName: "Omar", lastName: "Quassar" });
  await createTestPet(ctx, buyer, { name: "Rockibelle" });
  const product = await createTestProduct(ctx);
  const { id, number } = await createOrderInStatus(ctx, { buyer, admin }, "processing", product);
  await ctx.db.update(storeOrders).set({ fullName: "Monalisa Quassar" }).where(eq(storeOrders.id, id));
  for (const [text, names] of [
    ["Munalisa Quassar", ["Monalisa Quassar", "Omar Quassar"]],
    ["monalisa quasar", ["Monalisa Quassar"]],
  ] as const) {
    const found = await find(text);
    expect(found.users, text).toEqual(names);
    expect(found.orders, text).toEqual([number]);
  }
  expect((await find("Rokibelle")).pets).toEqual(["Rockibelle"]);
  await createTestPet(ctx, await createTestUser(ctx), { name: "Zorby" });
  expect((await find("Zorpy")).pets).toEqual(["Zorby"]);
  expect(await find("Xylophon")).toEqual({});
  const [similar] = await listSearchHits(ctx, admin, "Rokibelle", "en");
  expect(similar?.all).toBeNull();
});

test("returns nothing for fewer than two characters and rejects users who are not administrators", async () => {
  expect(await find("z")).toEqual({});
  await expect(listSearchHits(ctx, owner, "zahra", "en")).rejects.toEqual(refused("accounts.adminRequired"));
});
