// Somebody who only photographed a tag in the shop could claim it before its buyer.
import { describe, expect, test } from "vitest";
import { requestedCost } from "#tests/fast-hashes.setup.ts";
import { createTestAdmin, createTestBatch, createTestUser } from "#tests/make.ts";
import { createTestApp } from "#tests/test-app.ts";
import { getBatch, listBatchCodes } from "../batches/batches.server.ts";
import { createClaimCodes } from "../batches/issue-claim-codes.server.ts";
import { claimTag } from "../tags.server.ts";
import { tags } from "../tags.tables.server.ts";

const testApp = await createTestApp();
const admin = await createTestAdmin(testApp.ctx);

const refused = { code: "accounts.adminRequired", status: 403 };

describe("claim code", () => {
  test("is required, accepted in any spelling, and consumed by the claim", async () => {
    const id = await createTestBatch(testApp.ctx);
    const [first] = await listBatchCodes(testApp.ctx, (await getBatch(testApp.ctx, admin, id)).name);
    const owner = await createTestUser(testApp.ctx);
    const claim = (claimCode?: string) => claimTag(testApp.ctx, owner, { code: first!, claimCode });
    await expect(claim("7K3M-9QXR")).rejects.toMatchObject({ code: "tags.claimCodeWrong", field: "claimCode" });
    const issued = await createClaimCodes(testApp.ctx, admin, id);
    const { claimCode } = issued.find(({ code }) => code === first)!;
    expect(requestedCost(), "1 MiB of memory per hash").toEqual({ N: 1024 });
    const stored = JSON.stringify(await testApp.ctx.db.select().from(tags));
    for (const secret of [claimCode, claimCode.replace("-", "")]) expect(stored).not.toContain(secret);
    await expect(claim()).rejects.toMatchObject({ code: "tags.claimCodeNeeded", field: "claimCode" });
    await expect(claim(issued.find(({ code }) => code !== first)!.claimCode)).rejects.toMatchObject({
      code: "tags.claimCodeWrong",
    });
    expect(await claim(` ${claimCode.toLowerCase().replace("-", " ")} `)).toMatchObject({
      ownerId: owner.id,
      claimHash: null,
    });
  });

  test("replaces the old one when issued again; claimed tags keep their owner", async () => {
    const id = await createTestBatch(testApp.ctx);
    const [old] = await createClaimCodes(testApp.ctx, admin, id);
    expect(await createClaimCodes(testApp.ctx, admin, id)).toHaveLength(2);
    const owner = await createTestUser(testApp.ctx);
    await expect(claimTag(testApp.ctx, owner, old!)).rejects.toMatchObject({ code: "tags.claimCodeWrong" });
  });

  test("is limited to eight attempts an hour per account", async () => {
    const id = await createTestBatch(testApp.ctx);
    const [issued] = await createClaimCodes(testApp.ctx, admin, id);
    const thief = await createTestUser(testApp.ctx);
    const guess = () => claimTag(testApp.ctx, thief, { code: issued!.code, claimCode: "0000-0000" });
    for (let tries = 0; tries < 8; tries++)
      await expect(guess()).rejects.toMatchObject({ code: "tags.claimCodeWrong" });
    await expect(guess()).rejects.toMatchObject({ status: 429 });
    await expect(claimTag(testApp.ctx, thief, issued!)).rejects.toMatchObject({ status: 429 });
    const buyer = await createTestUser(testApp.ctx);
    await expect(claimTag(testApp.ctx, buyer, issued!)).resolves.toMatchObject({ ownerId: buyer.id });
  });

  test("is not required when packing an order, nor for a tag without one", async () => {
    const id = await createTestBatch(testApp.ctx);
    const [code] = await listBatchCodes(testApp.ctx, (await getBatch(testApp.ctx, admin, id)).name);
    const owner = await createTestUser(testApp.ctx);
    await expect(claimTag(testApp.ctx, owner, { code: code! }, { isPacked: true })).resolves.toMatchObject({
      ownerId: owner.id,
    });
    const plain = await createTestBatch(testApp.ctx, { hasClaimCodes: false });
    await expect(createClaimCodes(testApp.ctx, admin, plain)).rejects.toMatchObject({ code: "batches.noClaimCodes" });
    await expect(createClaimCodes(testApp.ctx, owner, plain)).rejects.toMatchObject(refused);
  });
});
