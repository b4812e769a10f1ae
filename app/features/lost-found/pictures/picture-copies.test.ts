// Somebody who sends the family its own photo would look like a finder, or an honest finder would be accused.
import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { withAttachment } from "#app/features/conversations/attachments/attachments.server.ts";
import {
  createConversation,
  listMessages,
  listOwnerMessagePage,
  sendFinderMessage,
} from "#app/features/conversations/conversations.server.ts";
import { conversations } from "#app/features/conversations/conversations.tables.server.ts";
import { petPhotos, pets } from "#app/features/pets/pets.tables.server.ts";
import { deletePetPhoto, updatePetPhoto } from "#app/features/pets/photos/pet-photo.server.ts";
import { createTestPet, createTestReport, createTestUser, type TestUser } from "#tests/make.ts";
import { createRandom, drawPet } from "#tests/pet-pictures.ts";
import { alter, knownAlterations } from "#tests/picture-alterations.ts";
import { createTestApp } from "#tests/test-app.ts";
import { deleteReport } from "../publish-reports.server.ts";
import { reportPhotos } from "../reports.tables.server.ts";
import { listReportsWithSamePhoto } from "./picture-copies.server.ts";

const testApp = await createTestApp();
const { ctx } = testApp;

const owner = await createTestUser(ctx);
const neighbour = await createTestUser(ctx);
const random = createRandom(6);
const scene = (number: number) => ({ place: number, animal: number, pose: number });
const fileOf = (bytes: Buffer) => new File([new Uint8Array(bytes)], "him.jpg", { type: "image/jpeg" });
const photoOf = async (number: number) => fileOf(await drawPet(scene(number)));

async function startConversation({ id }: TestUser) {
  const conversationId = await createConversation(ctx, {
    ownerId: id,
    about: "Rocky",
    link: "/dashboard",
    finderName: null,
    finderContact: null,
    finderLanguage: "en",
  });
  return (await ctx.db.select().from(conversations)).find((one) => one.id === conversationId)!;
}

/** Sends a finder's photo and returns what the owner is told about it. */
async function send(conversation: Awaited<ReturnType<typeof startConversation>>, bytes: Buffer) {
  await withAttachment(ctx, conversation.id, { address: "10.9.1.1" }, { photo: fileOf(bytes) }, (attachment) =>
    sendFinderMessage(ctx, conversation, "", { attachment }),
  );
  await testApp.runJobs();
  return (await listOwnerMessagePage(ctx, conversation.id)).messages.at(-1)?.attachment?.copy;
}

const report = async (by: TestUser, number: number, area = "Maadi") =>
  createTestReport(ctx, by, { area, photos: [await photoOf(number)] });

test("the owner is told that a finder's photo is a copy of their pet's, by its month, and the finder is not", async () => {
  await createTestPet(ctx, owner, { photo: await photoOf(31) });
  const conversation = await startConversation(owner);
  for (const name of ["mirrored", "as a screenshot"] as const) {
    const copy = await send(conversation, await alter(await drawPet(scene(31)), knownAlterations[name]!, random));
    expect(copy, name).toMatchObject({ copyOf: null });
    expect(Math.abs(copy!.ownPhotoAt!.getTime() - Date.now()), "the day the photo was added").toBeLessThan(3_600_000);
  }
  expect((await listMessages(ctx, conversation.id)).map(({ attachment }) => Object.keys(attachment!).sort())).toEqual(
    Array(2).fill(["height", "kind", "milliseconds", "width"]),
  );
  expect(
    await send(conversation, await drawPet({ ...scene(31), pose: 900 })),
    "a new photo of the same pet",
  ).toBeNull();
});

test("the hashes of a pet's photo are stored once, follow the photo, and are made up for when they are missing", async () => {
  const user = await createTestUser(ctx);
  const petId = await createTestPet(ctx, user, { photo: await photoOf(71) });
  const stored = async () => (await ctx.db.select().from(petPhotos).where(eq(petPhotos.petId, petId)))[0];
  const current = async () => (await ctx.db.select().from(pets).where(eq(pets.id, petId)))[0]!.photoId;
  await testApp.runJobs();
  expect((await stored())?.photoId).toBe(await current());
  const conversation = await startConversation(user);
  const read = vi.spyOn(ctx.files, "find");
  expect(await send(conversation, await drawPet(scene(71)))).toMatchObject({ ownPhotoAt: expect.any(Date) });
  expect(read.mock.calls.flat(), "not read and decoded again").not.toContainEqual(
    expect.stringContaining((await current())!),
  );
  read.mockRestore();

  await ctx.db.delete(petPhotos).where(eq(petPhotos.petId, petId));
  expect(await send(conversation, await drawPet(scene(71)))).toMatchObject({ ownPhotoAt: expect.any(Date) });
  expect((await stored())?.photoId, "a photo from before").toBe(await current());

  await updatePetPhoto(ctx, user, petId, { photo: await photoOf(72) });
  expect(await send(conversation, await drawPet(scene(71))), "the earlier photo").toBeNull();
  expect((await stored())?.photoId).toBe(await current());
  await deletePetPhoto(ctx, user, petId);
  await testApp.runJobs();
  expect(await stored()).toBeUndefined();
});

test("a photo that was sent to another owner, or is in somebody else's report, is named to the owner", async () => {
  const first = await startConversation(owner);
  expect(await send(first, await drawPet(scene(45)))).toBeNull();
  expect(await send(first, await drawPet(scene(45))), "sent again in the same conversation").toBeNull();
  expect(await send(await startConversation(owner), await drawPet(scene(45))), "to the same owner").toBeNull();
  const second = await startConversation(neighbour);
  expect(await send(second, await drawPet(scene(45)))).toMatchObject({ ownPhotoAt: null, copyOf: expect.any(String) });

  await report(neighbour, 52);
  await testApp.runJobs();
  expect(await send(first, await drawPet(scene(52)))).toMatchObject({ ownPhotoAt: null, copyOf: expect.any(String) });
  expect(await send(second, await drawPet(scene(52))), "the owner's own report").toMatchObject({
    ownPhotoAt: expect.any(Date),
  });
});

test("administrators see reports of different people with one photo, until one of them is deleted", async () => {
  const [one, again] = [await report(owner, 61), await report(owner, 61, "Zamalek")];
  await testApp.runJobs();
  expect(await listReportsWithSamePhoto(ctx, again), "by one person").toEqual([]);
  const other = await report(neighbour, 61, "Dokki");
  await testApp.runJobs();
  const ids = async (id: string) => (await listReportsWithSamePhoto(ctx, id)).map((found) => found.id);
  expect(await ids(other)).toEqual([again]);
  expect(await ids(again)).toEqual([other]);
  await deleteReport(ctx, neighbour, other);
  expect(await ids(again)).toEqual([]);
  expect((await ctx.db.select().from(reportPhotos)).filter(({ reportId }) => reportId === other)).toEqual([]);
  expect(one).not.toBe(again);
});
