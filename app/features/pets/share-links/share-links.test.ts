// A vet's link would show more than the owner chose, or still open after it was revoked.
import { parseWithZod } from "@conform-to/zod/v4";
import { describe, expect, test } from "vitest";
import { createId } from "#app/platform/db/uuid.server.ts";
import { createTestPet, createTestUser } from "#tests/make.ts";
import { createTestApp } from "#tests/test-app.ts";
import { deletePet, restorePet } from "../trash/removed-pets.server.ts";
import {
  createShare,
  getSharedPet,
  getSharePath,
  listShares,
  purgeOldShares,
  recordShareVisit,
  revokeShare,
  shareForm,
} from "./share-links.server.ts";

const { ctx, setNow } = await createTestApp();

const start = "2026-11-21T12:00:00Z";
const keyOf = (shareId: string) => getSharePath(ctx, shareId).replace("/share/", "");

async function createOwnerWithPet() {
  const owner = await createTestUser(ctx);
  const petId = await createTestPet(ctx, owner, {
    microchip: "985112003456789",
    notes: "Shy",
    medical: { allergies: "chicken" },
    vet: { name: "Dr Amal" },
    contacts: [{ name: "Karim", phone: "+201001234567" }],
  });
  return { owner, petId };
}

describe("share link", () => {
  test("shows only the chosen parts", async () => {
    const { owner, petId } = await createOwnerWithPet();
    const only = async (parts: Parameters<typeof createShare>[3]["parts"]) =>
      getSharedPet(ctx, keyOf(await createShare(ctx, owner, petId, { parts, days: 1 })));
    expect(await only(["vet"])).toMatchObject({
      pet: { name: "Rocky", vet: { name: "Dr Amal" }, medical: null, microchip: null, notes: null, contacts: [] },
    });
    expect(await only(["record", "contacts"])).toMatchObject({
      pet: { vet: null, medical: { allergies: "chicken" }, notes: "Shy", contacts: [{ name: "Karim" }] },
    });
    expect(JSON.stringify(await only(["health"]))).not.toMatch(/chicken|Karim|Amal|985112003456789|Shy/);
  });

  test("closes when it expires, when it is revoked, and while its pet is removed", async () => {
    setNow(start);
    const { owner, petId } = await createOwnerWithPet();
    const day = await createShare(ctx, owner, petId, { parts: ["vet"], days: 1 });
    const month = await createShare(ctx, owner, petId, { parts: ["vet"], days: 30 });
    setNow("2026-11-22T11:59:59Z");
    expect(await getSharedPet(ctx, keyOf(day))).toMatchObject({ id: day });
    setNow("2026-11-22T12:00:00Z");
    expect(await getSharedPet(ctx, keyOf(day))).toBe("closed");
    await deletePet(ctx, owner, petId);
    expect(await getSharedPet(ctx, keyOf(month))).toBe("closed");
    await restorePet(ctx, owner, petId);
    await revokeShare(ctx, owner, petId, month);
    await revokeShare(ctx, owner, petId, month);
    expect(await getSharedPet(ctx, keyOf(month))).toBe("closed");
    expect((await listShares(ctx, petId)).map(({ state }) => state)).toEqual(["revoked", "expired"]);
    setNow(start);
  });

  test.each(["", "x", "a".repeat(43), "../../etc"])("opens nothing for an invalid key: %s", async (key) => {
    expect(await getSharedPet(ctx, key)).toBe("unknown");
  });

  test("opens nothing with an altered key or with its id alone", async () => {
    const { owner, petId } = await createOwnerWithPet();
    const id = await createShare(ctx, owner, petId, { parts: ["vet"], days: 1 });
    const key = keyOf(id);
    expect(await getSharedPet(ctx, `${key.slice(0, 30)}${key[30] === "A" ? "B" : "A"}${key.slice(31)}`)).toBe(
      "unknown",
    );
    expect(await getSharedPet(ctx, id)).toBe("unknown");
  });

  test("can be created and revoked only by the owner", async () => {
    const { owner, petId } = await createOwnerWithPet();
    const stranger = await createOwnerWithPet();
    const id = await createShare(ctx, owner, petId, { parts: ["vet"], days: 1 });
    const missing = { status: 404 };
    await expect(createShare(ctx, stranger.owner, petId, { parts: ["vet"], days: 1 })).rejects.toMatchObject(missing);
    await expect(revokeShare(ctx, stranger.owner, petId, id)).rejects.toMatchObject(missing);
    await expect(revokeShare(ctx, stranger.owner, stranger.petId, id)).rejects.toMatchObject(missing);
    expect(await getSharedPet(ctx, keyOf(id))).toMatchObject({ id });
  });

  test("is created once per form, with at most 20 open links per pet", async () => {
    const { owner, petId } = await createOwnerWithPet();
    const form = { parts: ["vet" as const], days: 1, key: createId() };
    const ids = await Promise.all([createShare(ctx, owner, petId, form), createShare(ctx, owner, petId, form)]);
    expect(new Set(ids).size).toBe(1);
    expect(ids).not.toContain(form.key);
    const other = await createOwnerWithPet();
    expect(ids).not.toContain(await createShare(ctx, other.owner, other.petId, form));
    const tries = await Promise.allSettled(
      Array.from({ length: 25 }, () => createShare(ctx, owner, petId, { parts: ["vet"], days: 1 })),
    );
    expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(19);
  });

  test("is deleted with its visits 90 days after it expired", async () => {
    setNow(start);
    const { owner, petId } = await createOwnerWithPet();
    await createShare(ctx, owner, petId, { parts: ["vet"], days: 1 });
    setNow("2027-02-20T11:00:00Z");
    await purgeOldShares(ctx);
    expect(await listShares(ctx, petId)).toHaveLength(1);
    setNow("2027-02-20T13:00:00Z");
    await purgeOldShares(ctx);
    expect(await listShares(ctx, petId)).toEqual([]);
    setNow(start);
  });
});

test("lists each visit once, the newest first", async () => {
  const { owner, petId } = await createOwnerWithPet();
  const id = await createShare(ctx, owner, petId, { parts: ["vet"], days: 1 });
  const chrome = { browser: "Chrome", os: "Android 15", network: "203.0.113.•••" };
  setNow("2026-11-21T12:00:00Z");
  await recordShareVisit(ctx, id, chrome);
  setNow("2026-11-21T12:10:00Z");
  await recordShareVisit(ctx, id, chrome);
  await recordShareVisit(ctx, id, { ...chrome, browser: "Safari" });
  setNow("2026-11-21T12:40:00Z");
  await recordShareVisit(ctx, id, chrome);
  const [share] = await listShares(ctx, petId);
  expect(share?.visits.map(({ browser }) => browser)).toEqual(["Chrome", "Safari", "Chrome"]);
  setNow(start);
});

test.each([
  [{ days: "7" }, "parts"],
  [{ days: "365", parts: "vet" }, "days"],
  [{ days: "7", parts: "everything" }, "parts[0]"],
])("rejects the form %j at %s", (fields, field) => {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.append(name, value);
  const read = parseWithZod(data, { schema: shareForm });
  expect(Object.keys(read.status === "error" ? (read.error ?? {}) : {})).toContain(field);
});
