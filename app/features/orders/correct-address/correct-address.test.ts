// A buyer who notices a wrong street before packing could not correct it, and the parcel would be lost.
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { listNotifications } from "#app/features/notifications/notifications.server.ts";
import { createTestAdmin, createTestProduct, createTestUser } from "#tests/make.ts";
import { createOrderInStatus, refused } from "#tests/make-orders.ts";
import { createTestApp } from "#tests/test-app.ts";
import { storeOrders } from "../orders.tables.server.ts";
import { updateOrderAddress, updateOwnAddress } from "./correct-address.server.ts";

const testApp = await createTestApp();
const { ctx } = testApp;

const address = {
  country: "EG",
  fullName: "Mona",
  phone: "+201009998877",
  state: "giza",
  city: "Dokki",
  address: "15 Tahrir Street",
  landmark: null,
  zipCode: null,
};

test("a buyer corrects the address of their own order until it is packed, an administrator until it is shipped", async () => {
  const [buyer, other, admin] = [await createTestUser(ctx), await createTestUser(ctx), await createTestAdmin(ctx)];
  const read = async (orderId: string) => {
    const [order] = await ctx.db.select().from(storeOrders).where(eq(storeOrders.id, orderId));
    return order!;
  };
  const formOf = async (orderId: string) => ({
    ...address,
    orderId,
    seen: (await read(orderId)).updatedAt.getTime(),
  });
  const product = await createTestProduct(ctx);
  const { id } = await createOrderInStatus(ctx, { buyer, admin }, "pending", product);
  await expect(updateOwnAddress(ctx, other, await formOf(id))).rejects.toEqual(refused("common.notFound.title", 404));
  await expect(updateOwnAddress(ctx, buyer, { ...(await formOf(id)), seen: 0 })).rejects.toEqual(
    refused("orders.changedMeanwhile", 409),
  );
  await expect(updateOrderAddress(ctx, buyer, await formOf(id))).rejects.toEqual(
    refused("accounts.adminRequired", 403),
  );
  await expect(updateOwnAddress(ctx, buyer, { ...(await formOf(id)), address: "小白路 1" })).rejects.toMatchObject({
    code: "errors.unprintable",
    field: "address",
  });
  await updateOrderAddress(ctx, admin, { ...(await formOf(id)), city: "Mohandessin" });
  await updateOwnAddress(ctx, buyer, await formOf(id));
  expect(await read(id)).toMatchObject({ city: "Dokki", address: "15 Tahrir Street", phone: "+201009998877" });

  const packed = await createOrderInStatus(ctx, { buyer, admin }, "processing", product);
  await expect(updateOwnAddress(ctx, buyer, await formOf(packed.id))).rejects.toEqual(
    refused("orders.tooLateToCorrectOwn", 409),
  );
  await updateOrderAddress(ctx, admin, await formOf(packed.id));
  const shipped = await createOrderInStatus(ctx, { buyer, admin }, "shipped", product);
  await expect(updateOrderAddress(ctx, admin, await formOf(shipped.id))).rejects.toEqual(
    refused("orders.tooLateToCorrect", 409),
  );
});

test.each([
  ["en", "We've corrected the delivery details of your order.", "Details before:", "Didn't ask for this? Write to us:"],
  ["ar", "صحّحنا بيانات توصيل طلبك.", "البيانات السابقة:", "لم تطلب هذا التغيير؟ راسلنا:"],
] as const)("the buyer learns what an administrator corrected, once, in %s", async (language, ...sentences) => {
  const [buyer, admin] = [await createTestUser(ctx, { language }), await createTestAdmin(ctx)];
  const { id } = await createOrderInStatus(ctx, { buyer, admin }, "pending", await createTestProduct(ctx));
  const read = async () => (await ctx.db.select().from(storeOrders).where(eq(storeOrders.id, id)))[0]!;
  const before = await read();
  for (const _press of [1, 2])
    await updateOrderAddress(ctx, admin, { ...address, orderId: id, seen: (await read()).updatedAt.getTime() });
  await updateOwnAddress(ctx, buyer, {
    ...address,
    city: "Maadi",
    orderId: id,
    seen: (await read()).updatedAt.getTime(),
  });
  const { notifications } = await listNotifications(ctx, buyer);
  expect(notifications.filter(({ params }) => params.orderNews === "addressCorrected")).toHaveLength(1);
  await testApp.runJobs();
  const emails = testApp.emails.filter(({ to, text }) => to === buyer.email && text?.includes(sentences[0] ?? "?"));
  expect(emails).toHaveLength(1);
  const text = emails[0]?.text ?? "";
  for (const part of [...sentences, before.address ?? "?", "15 Tahrir Street", "010 09998877", "/contact"])
    expect(text).toContain(part);
});
