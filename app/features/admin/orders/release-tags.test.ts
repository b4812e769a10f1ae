// A buyer who cancels would keep a tag that goes to the next buyer, or a protected pet would lose its tag.
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { undoBulkRun } from "#app/features/admin-lists/bulk/bulk-runs.server.ts";
import { updateOrderStatus } from "#app/features/orders/fulfilment/order-status.server.ts";
import { storeOrderLines } from "#app/features/orders/orders.tables.server.ts";
import { findTag } from "#app/features/tags/tags.server.ts";
import { createClaimedTag, createTestAdmin, createTestPet, createTestProduct, createTestUser } from "#tests/make.ts";
import { createOrderInStatus, refused } from "#tests/make-orders.ts";
import { createTestApp } from "#tests/test-app.ts";
import { restockTags } from "../tags/bulk-tags.server.ts";
import { getOrder } from "./admin-orders.server.ts";
import { listTagsToRelease, releaseOrderTags } from "./release-tags.server.ts";

const testApp = await createTestApp();
const { ctx } = testApp;
const admin = await createTestAdmin(ctx);

test("cancelling keeps a linked tag; releasing takes back only the chosen one, and undo returns it", async () => {
  const buyer = await createTestUser(ctx);
  const petId = await createTestPet(ctx, buyer);
  const [worn, other, foreign] = [
    await createClaimedTag(ctx, buyer, petId),
    await createClaimedTag(ctx, buyer, petId),
    await createClaimedTag(ctx, buyer, petId),
  ];
  const { id, number } = await createOrderInStatus(ctx, { buyer, admin }, "shipped", await createTestProduct(ctx));
  await ctx.db
    .update(storeOrderLines)
    .set({ tagCodes: [worn.code, other.code] })
    .where(eq(storeOrderLines.orderId, id));
  const read = () => getOrder(ctx, admin, number);
  const release = async (ids: string[]) =>
    releaseOrderTags(ctx, admin, await read(), { ids, listPath: `/admin/orders/${number}` });
  await expect(release([worn.id])).rejects.toEqual(refused("adminOrders.releaseTags.none"));
  await updateOrderStatus(ctx, admin, id, { to: "cancelled" });
  expect(await findTag(ctx, worn.code)).toMatchObject({ ownerId: buyer.id, petId });
  expect((await listTagsToRelease(ctx, admin, await read())).map(({ petName }) => petName)).toEqual(["Rocky", "Rocky"]);
  await expect(release([])).rejects.toEqual(refused("bulk.chooseSome", 400));
  await expect(release([foreign.id])).rejects.toEqual(refused("bulk.chooseSome", 400));
  const run = await release([worn.id, foreign.id]);
  expect(await findTag(ctx, worn.code)).toMatchObject({ ownerId: null, petId: null, claimHash: "-" });
  for (const { code } of [other, foreign]) expect(await findTag(ctx, code)).toMatchObject({ ownerId: buyer.id, petId });
  await undoBulkRun(ctx, admin, restockTags, run);
  expect(await findTag(ctx, worn.code)).toMatchObject({ ownerId: buyer.id, petId });
  await expect(releaseOrderTags(ctx, buyer, await read(), { ids: [worn.id], listPath: "/" })).rejects.toEqual(
    refused("accounts.adminRequired"),
  );
});
