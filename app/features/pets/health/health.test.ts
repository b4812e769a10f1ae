// A vaccination would appear twice or vanish from the record, or a stranger could read it.
import { parseWithZod } from "@conform-to/zod/v4";
import { describe, expect, test } from "vitest";
import { createId } from "#app/platform/db/uuid.server.ts";
import { findPhoto } from "#app/platform/files/photos.server.ts";
import { createTestPet, createTestUser } from "#tests/make.ts";
import { plainPicture } from "#tests/plain-picture.ts";
import { createTestApp } from "#tests/test-app.ts";
import { getPet, updatePet } from "../pets.server.ts";
import { deletePet, purgePet } from "../trash/removed-pets.server.ts";
import { listWeights } from "../weights.server.ts";
import {
  createHealthEvent,
  createHealthForm,
  deleteHealthEvent,
  findHealthEvent,
  listHealthEvents,
  updateHealthEvent,
} from "./health.server.ts";

const { ctx } = await createTestApp();

const photo = async () => new File([new Uint8Array(await plainPicture(9, 9, "red").png().toBuffer())], "x.png");

describe("health timeline", () => {
  test("is paginated with the newest day first", async () => {
    const owner = await createTestUser(ctx);
    const id = await createTestPet(ctx, owner);
    for (const day of ["2026-01-05", "2026-03-01", "2025-12-31"])
      await createHealthEvent(ctx, owner, id, { day, kind: "note", title: day });
    const { events, total, pageCount } = await listHealthEvents(ctx, id);
    expect([events.map(({ day }) => day), total, pageCount]).toEqual([
      ["2026-03-01", "2026-01-05", "2025-12-31"],
      3,
      1,
    ]);
    expect((await listHealthEvents(ctx, id, 2, 2)).events.map(({ day }) => day)).toEqual(["2025-12-31"]);
    expect((await listHealthEvents(ctx, id, 99, 2)).page).toBe(2);
  });

  test("creates one entry with one photo when the same form is submitted twice concurrently", async () => {
    const owner = await createTestUser(ctx);
    const id = await createTestPet(ctx, owner);
    const form = { key: createId(), day: "2026-01-05", kind: "note" as const, title: "x", photo: await photo() };
    const ids = await Promise.all([createHealthEvent(ctx, owner, id, form), createHealthEvent(ctx, owner, id, form)]);
    expect(new Set(ids).size).toBe(1);
    expect(ids).not.toContain(form.key);
    const { events } = await listHealthEvents(ctx, id);
    expect(events).toHaveLength(1);
    expect(await findPhoto(ctx.files, events[0]!.photoId!, "160.webp")).not.toBeNull();
    const other = await createTestUser(ctx);
    const others = await createHealthEvent(ctx, other, await createTestPet(ctx, other), form);
    expect(ids).not.toContain(others);
  });

  test("is accessible only to its owner, and an entry belongs to one pet", async () => {
    const [owner, stranger] = [await createTestUser(ctx), await createTestUser(ctx)];
    const [id, other] = [await createTestPet(ctx, owner), await createTestPet(ctx, stranger)];
    const entry = { day: "2026-01-05", kind: "note" as const, title: "x" };
    const eventId = await createHealthEvent(ctx, owner, id, entry);
    const missing = { status: 404 };
    await expect(createHealthEvent(ctx, stranger, id, entry)).rejects.toMatchObject(missing);
    for (const pet of [id, other, "x"]) {
      await expect(updateHealthEvent(ctx, stranger, pet, eventId, entry)).rejects.toMatchObject(missing);
      await expect(deleteHealthEvent(ctx, stranger, pet, eventId)).rejects.toMatchObject(missing);
    }
    expect(await findHealthEvent(ctx, other, eventId)).toBeNull();
    expect(await createHealthEvent(ctx, stranger, other, { ...entry, key: eventId })).not.toBe(eventId);
    expect((await listHealthEvents(ctx, id)).events).toHaveLength(1);
  });

  test("is deleted with its photos when the pet is purged", async () => {
    const owner = await createTestUser(ctx);
    const id = await createTestPet(ctx, owner);
    await createHealthEvent(ctx, owner, id, { day: "2026-01-05", kind: "illness", title: "x", photo: await photo() });
    const [{ photoId } = { photoId: null }] = (await listHealthEvents(ctx, id)).events;
    await deletePet(ctx, owner, id);
    await purgePet(ctx, owner, id);
    expect(await findPhoto(ctx.files, photoId!, "160.webp")).toBeNull();
  });

  test("deletes replaced and removed photos", async () => {
    const owner = await createTestUser(ctx);
    const id = await createTestPet(ctx, owner);
    const entry = { day: "2026-01-05", kind: "illness" as const, title: "x" };
    const eventId = await createHealthEvent(ctx, owner, id, { ...entry, photo: await photo() });
    const photoOf = async () => (await findHealthEvent(ctx, id, eventId))?.photoId ?? null;
    const first = await photoOf();
    await updateHealthEvent(ctx, owner, id, eventId, { ...entry, photo: await photo() });
    const second = await photoOf();
    expect(await findPhoto(ctx.files, first!, "160.webp")).toBeNull();
    await updateHealthEvent(ctx, owner, id, eventId, { ...entry, title: "y" });
    expect(await photoOf()).toBe(second);
    await updateHealthEvent(ctx, owner, id, eventId, { ...entry, removePhoto: true });
    expect([await photoOf(), await findPhoto(ctx.files, second!, "160.webp")]).toEqual([null, null]);
  });
});

describe("pet's weight", () => {
  test("follows the newest weight entry in whatever order entries are created, changed and deleted", async () => {
    const owner = await createTestUser(ctx);
    const id = await createTestPet(ctx, owner);
    const weightOf = async () => (await getPet(ctx, owner, id)).weightKg;
    const add = (day: string, weightKg: number) => createHealthEvent(ctx, owner, id, { day, kind: "weight", weightKg });
    const newest = await add("2026-05-01", 12);
    expect(await weightOf()).toBe(12);
    const older = await add("2026-04-01", 9);
    expect(await weightOf()).toBe(12);
    await updateHealthEvent(ctx, owner, id, newest, { day: "2026-03-01", kind: "weight", weightKg: 12 });
    expect(await weightOf()).toBe(9);
    await deleteHealthEvent(ctx, owner, id, older);
    expect(await weightOf()).toBe(12);
    await updateHealthEvent(ctx, owner, id, newest, { day: "2026-03-01", kind: "note", title: "was no weight" });
    expect(await weightOf()).toBe(12);
    expect(await listWeights(ctx, id)).toEqual([]);
  });

  test("changed in the profile creates one entry for today", async () => {
    const owner = await createTestUser(ctx);
    const id = await createTestPet(ctx, owner, { weightKg: 10 });
    await updatePet(ctx, owner, id, { name: "Rocky", type: "dog", weightKg: 10, version: 1 });
    await updatePet(ctx, owner, id, { name: "Rocky", type: "dog", weightKg: 11.5, version: 2 });
    expect(await listWeights(ctx, id)).toEqual([
      { day: "2026-11-21", weightKg: 10 },
      { day: "2026-11-21", weightKg: 11.5 },
    ]);
  });

  test("rejects an entry before the date of birth", async () => {
    const owner = await createTestUser(ctx);
    const id = await createTestPet(ctx, owner, { birthdate: "2025-02-01" });
    const entry = { day: "2025-01-31", kind: "weight" as const, weightKg: 1 };
    await expect(createHealthEvent(ctx, owner, id, entry)).rejects.toMatchObject({
      code: "petHealth.beforeBirth",
      field: "day",
    });
  });

  test("takes any day of the year or month of birth, and none before it", async () => {
    for (const birthdate of ["2025", "2025-02"]) {
      const owner = await createTestUser(ctx);
      const id = await createTestPet(ctx, owner, { birthdate });
      const [first, before] = birthdate === "2025" ? ["2025-01-01", "2024-12-31"] : ["2025-02-01", "2025-01-31"];
      await createHealthEvent(ctx, owner, id, { day: first, kind: "weight", weightKg: 1 });
      await expect(
        createHealthEvent(ctx, owner, id, { day: before, kind: "weight", weightKg: 1 }),
      ).rejects.toMatchObject({ code: "petHealth.beforeBirth" });
      const changed = {
        name: "Rocky",
        type: "dog" as const,
        weightKg: 1,
        version: (await getPet(ctx, owner, id)).version,
      };
      await expect(updatePet(ctx, owner, id, { ...changed, birthdate: "2026" })).rejects.toMatchObject({
        code: "pets.bornAfterEntry",
      });
    }
  });

  test("rejects a date of birth after an existing entry", async () => {
    const owner = await createTestUser(ctx);
    const id = await createTestPet(ctx, owner, { birthdate: "2025-02-01" });
    await createHealthEvent(ctx, owner, id, { day: "2025-03-01", kind: "weight", weightKg: 1 });
    const born = async (birthdate: string) => {
      const { version } = await getPet(ctx, owner, id);
      return updatePet(ctx, owner, id, { name: "Rocky", type: "dog", weightKg: 1, birthdate, version });
    };
    const later = { code: "pets.bornAfterEntry", field: "birthdate", params: { day: "1 March 2025" } };
    await expect(born("2025-03-02")).rejects.toMatchObject(later);
    await born("2025-03-01");
    expect(await getPet(ctx, owner, id)).toMatchObject({ birthdate: "2025-03-01" });
  });

  test("stays consistent when a date of birth and an entry are saved concurrently", async () => {
    for (let round = 0; round < 8; round++) {
      const owner = await createTestUser(ctx);
      const id = await createTestPet(ctx, owner, { birthdate: "2025-01-01" });
      await Promise.allSettled([
        updatePet(ctx, owner, id, { name: "Rocky", type: "dog", birthdate: "2025-06-01", version: 1 }),
        createHealthEvent(ctx, owner, id, { day: "2025-03-01", kind: "vaccination", title: "Rabies" }),
      ]);
      const { birthdate } = await getPet(ctx, owner, id);
      const { events } = await listHealthEvents(ctx, id);
      expect(events.every(({ day }) => day >= (birthdate ?? ""))).toBe(true);
    }
  });
});

describe("health entry form", () => {
  function errorsOf(fields: Record<string, string>) {
    const data = new FormData();
    for (const [name, value] of Object.entries({ kind: "note", day: "2026-01-05", title: "x", ...fields }))
      data.set(name, value);
    const read = parseWithZod(data, {
      schema: createHealthForm("2026-11-21"),
      formatError: (issues: { message: string }[]) => issues.map(({ message }) => message),
    });
    return read.status === "success" ? {} : read.error;
  }
  test.each([
    [{ day: "2026-11-22" }, { day: ["petHealth.inFuture"] }],
    [{ day: "1979-12-31" }, { day: ["petHealth.tooEarly"] }],
    [{ day: "2025-02-29" }, { day: ["pets.impossibleDay"] }],
    [{ kind: "weight" }, { weightKg: ["petHealth.needsWeight"] }],
    [{ kind: "weight", weightKg: "0" }, { weightKg: ["pets.weightRange"] }],
    [{ kind: "weight", weightKg: "10000" }, { weightKg: ["pets.weightRange"] }],
    [{ kind: "vaccination", title: " \u202e " }, { title: ["petHealth.needsTitle"] }],
    [{ kind: "weight", title: "", weightKg: "٤٫٢" }, {}],
    [{ kind: "magic" }, { kind: ["form.invalid"] }],
  ])("%j: %j", (fields, errors) => expect(errorsOf(fields)).toEqual(errors));

  test("rejects ten thousand characters instead of truncating them", () => {
    expect(errorsOf({ note: "x".repeat(10_000) })).toHaveProperty("note");
  });
});
