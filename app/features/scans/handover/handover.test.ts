// A stranger could end the search by guessing the code, or the family's pet would stay lost on paper.
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { createConversationKey } from "#app/features/conversations/conversations.server.ts";
import { markLost } from "#app/features/pets/list/pet-list.server.ts";
import { petLost } from "#app/features/pets/pets.tables.server.ts";
import { createId } from "#app/platform/db/uuid.server.ts";
import { createClaimedTag, createTestPet, createTestUser } from "#tests/make.ts";
import { refused } from "#tests/make-orders.ts";
import { notificationsFor } from "#tests/notifications.ts";
import { createTestApp } from "#tests/test-app.ts";
import { handovers, scanRecords } from "../scans.tables.server.ts";
import { createScanToken, startFinderConversation } from "../submissions/finder-submissions.server.ts";
import { completeHandover, findHandover, startHandover } from "./handover.server.ts";

const testApp = await createTestApp();
const { ctx } = testApp;

const noon = "2026-11-21T12:00:00Z";
let network = 0;
/** Each test uses its own network, so that attempts are counted separately. */
const nextAddress = () => `198.51.${++network}.7`;

/** Creates an owner and a finder who has just reported having their lost pet. */
async function createFoundPet() {
  testApp.setNow(noon);
  const owner = await createTestUser(ctx);
  const petId = await createTestPet(ctx, owner);
  const tag = await createClaimedTag(ctx, owner, petId);
  await markLost(ctx, owner, petId, { since: new Date("2026-11-20T12:00:00Z"), reward: null, note: null });
  const scanId = createId();
  const scan = { id: scanId, tagId: tag.id, ownerId: owner.id, petId, at: ctx.clock.now(), visit: createId() };
  await ctx.db
    .insert(scanRecords)
    .values({ ...scan, evidence: "human", reasons: ["browser"], medium: "qr", language: "en" });
  const address = nextAddress();
  const key = await startFinderConversation(
    ctx,
    createScanToken(ctx, scanId),
    { note: "He is here" },
    { address, language: "en" },
  );
  const [{ conversationId } = { conversationId: null }] = await ctx.db
    .select({ conversationId: scanRecords.conversationId })
    .from(scanRecords)
    .where(eq(scanRecords.id, scanId));
  const start = async () => {
    await startHandover(ctx, owner, scanId);
    return (await findHandover(ctx, conversationId!))!.code!;
  };
  const type = (code: string) => completeHandover(ctx, key, code, address);
  const received = () => notificationsFor(ctx, owner.id);
  return { owner, petId, scanId, conversationId: conversationId!, key, start, type, received };
}

const nextCode = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");

describe("handover code", () => {
  test("ends the pet's lost state, notifies the owner once and records the duration", async () => {
    const { petId, conversationId, scanId, start, type, received } = await createFoundPet();
    const code = await start();
    expect(code).toMatch(/^\d{6}$/);
    testApp.setNow("2026-11-21T13:00:00Z");
    await Promise.all([type(code), type(code), type(code)]);
    expect(await ctx.db.select().from(petLost).where(eq(petLost.petId, petId))).toEqual([]);
    expect(await findHandover(ctx, conversationId)).toMatchObject({ code: null, seconds: 25 * 3600 });
    const reunitedNotifications = (await received()).filter(({ kind }) => kind === "reunited");
    expect(reunitedNotifications).toMatchObject([{ params: { petName: "Rocky" }, topic: scanId }]);
    await expect(start()).rejects.toEqual(refused("scanDetails.handover.already", 409));
  });

  test("is the only accepted one: wrong, replaced and other conversations' codes are rejected", async () => {
    const { petId, start, type } = await createFoundPet();
    const otherMeeting = await createFoundPet();
    const first = await start();
    testApp.setNow("2026-11-21T12:05:00Z");
    const second = await start();
    const wrong = [
      nextCode(second),
      first === second ? nextCode(first) : first,
      await otherMeeting.start(),
      "",
      "٠",
      "x".repeat(99),
    ];
    for (const code of wrong.filter((one) => one !== second))
      await expect(type(code)).rejects.toEqual(refused("scanDetails.handover.wrong", 400));
    expect(await ctx.db.select().from(petLost).where(eq(petLost.petId, petId))).toHaveLength(1);
    await type(second);
    expect(await ctx.db.select().from(petLost).where(eq(petLost.petId, petId))).toEqual([]);
  });

  test("is valid for 24 hours", async () => {
    const { conversationId, start, type } = await createFoundPet();
    const code = await start();
    testApp.setNow("2026-11-22T12:00:00Z");
    await expect(type(code)).rejects.toEqual(refused("scanDetails.handover.wrong", 400));
    expect((await findHandover(ctx, conversationId))?.code).toBeNull();
    await type(await start());
  });

  test("cannot be guessed: after eight attempts in an hour even the correct code is rejected", async () => {
    const { start, type } = await createFoundPet();
    const code = await start();
    for (let tried = 0; tried < 8; tried++) await expect(type(nextCode(code))).rejects.toMatchObject({ status: 400 });
    await expect(type(code)).rejects.toMatchObject({ status: 429 });
  });

  test("can only be created by the owner and is not stored", async () => {
    const { scanId, conversationId, start, key } = await createFoundPet();
    const stranger = await createTestUser(ctx, { role: "admin" });
    for (const id of [scanId, createId(), "x", ""])
      await expect(startHandover(ctx, stranger, id)).rejects.toMatchObject({ status: 404 });
    const code = await start();
    const [row] = await ctx.db.select().from(handovers).where(eq(handovers.conversationId, conversationId));
    expect(JSON.stringify(row)).not.toContain(code);
    expect(key).not.toContain(code);
    await expect(
      completeHandover(ctx, createConversationKey(ctx, createId()), code, nextAddress()),
    ).rejects.toMatchObject({
      status: 404,
    });
    await expect(completeHandover(ctx, "x", code, nextAddress())).rejects.toMatchObject({ status: 404 });
  });

  test("is rejected before one was created", async () => {
    const { type } = await createFoundPet();
    await expect(type("000000")).rejects.toEqual(refused("scanDetails.handover.wrong", 400));
  });
});
