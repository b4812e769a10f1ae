import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { createTestAdmin, createTestProduct, createTestUser } from "#tests/make.ts";
import { createOrderInStatus, refused } from "#tests/make-orders.ts";
import { createTestApp } from "#tests/test-app.ts";
import { storeOrders } from "../orders.tables.server.ts";
import { updateOrderAddress, updateOwnAddress } from "./correct-address.server.ts";

const testApp = await createTestApp();
const { ctx } = testApp;
afterAll(() => testApp.close());

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
