// A pet's photo would tell strangers where its family lives.
import { readdirSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { expect, test, vi } from "vitest";
import { findPhoto } from "#app/platform/files/photos.server.ts";
import { createTestUser } from "#tests/make.ts";
import { plainJpeg } from "#tests/plain-picture.ts";
import { createTestApp } from "#tests/test-app.ts";
import { listPets } from "../list/pet-list.server.ts";
import { createPet, getPet, updatePet } from "../pets.server.ts";
import { deletePet, purgePet } from "../trash/removed-pets.server.ts";
import { deletePetPhoto, updatePetPhoto } from "./pet-photo.server.ts";

const { ctx } = await createTestApp();

const rocky = { name: "Rocky", type: "dog" } as const;
const jpeg = await plainJpeg(320, 200);
const asFile = (bytes: Uint8Array | string, name = "rocky.jpg", type = "image/jpeg") =>
  new File([bytes as BlobPart], name, { type });

function storedPhotos(): string[] {
  const folder = path.join(ctx.settings.dataDir, "files");
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => path.join(parentPath, name));
}

const renditions = ["160.webp", "640.webp", "640.avif", "1600.webp"];

test("an unusable photo is rejected at its field, and neither a pet nor a file is left behind", async () => {
  const owner = await createTestUser(ctx, {});
  const before = storedPhotos();
  const photo = asFile("<!doctype html><script>alert(1)</script>");
  await expect(createPet(ctx, owner, { ...rocky, photo })).rejects.toMatchObject({
    code: "form.photoNotImage",
    field: "photo",
  });
  expect(await listPets(ctx, owner)).toEqual([]);
  expect(storedPhotos()).toEqual(before);
});

test("the uploaded file name is neither stored nor used in a path", async () => {
  for (const name of ["canary.php", "../../canary.jpg", "..\\..\\canary\u202egpj.exe", "canary/one.jpg"]) {
    const owner = await createTestUser(ctx, {});
    const before = storedPhotos();
    const id = await createPet(ctx, owner, { ...rocky, photo: asFile(jpeg, name) });
    const { photoId } = await getPet(ctx, owner, id);
    const added = storedPhotos().filter((file) => !before.includes(file));
    const folder = path.join(ctx.settings.dataDir, "files", "photos", photoId!);
    expect(added.toSorted()).toEqual(renditions.map((one) => path.join(folder, one)).toSorted());
  }
});

test("deletes the photo again when saving the pet is rejected", async () => {
  const owner = await createTestUser(ctx, {});
  const before = storedPhotos();
  const tries = await Promise.allSettled([1, 2, 3].map(() => createPet(ctx, owner, { ...rocky, photo: asFile(jpeg) })));
  expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(storedPhotos()).toHaveLength(before.length + renditions.length);
  const [pet] = await listPets(ctx, owner);
  const late = updatePet(ctx, owner, pet!.id, { ...rocky, photo: asFile(jpeg), version: 99 });
  await expect(late).rejects.toMatchObject({ code: "pets.changedMeanwhile" });
  expect(storedPhotos()).toHaveLength(before.length + renditions.length);
});

test("keeps the photo when the connection is lost after the pet was saved, before the answer arrived", async () => {
  const owner = await createTestUser(ctx, {});
  const query = pg.Client.prototype.query as (...given: unknown[]) => unknown;
  vi.spyOn(pg.Client.prototype, "query").mockImplementation(async function (this: pg.Client, ...given: unknown[]) {
    const answer = await query.apply(this, given);
    if (given[0] === "commit") throw new Error("Connection terminated unexpectedly");
    return answer;
  } as never);
  await expect(createPet(ctx, owner, { ...rocky, photo: asFile(jpeg) })).rejects.toThrow("Connection terminated");
  vi.restoreAllMocks();
  const [pet] = await listPets(ctx, owner);
  expect(await findPhoto(ctx.files, pet!.photoId!, "640.webp")).not.toBeNull();
});

test("deletes files of replaced and removed photos and of purged pets", async () => {
  const owner = await createTestUser(ctx, {});
  const id = await createPet(ctx, owner, { ...rocky, photo: asFile(jpeg) });
  const photoOf = async () => (await getPet(ctx, owner, id)).photoId;
  const first = await photoOf();
  await updatePetPhoto(ctx, owner, id, { photo: asFile(jpeg), photoFocusX: 20, photoFocusY: 80 });
  const second = await photoOf();
  expect(second).not.toBe(first);
  expect(await findPhoto(ctx.files, first!, "640.webp")).toBeNull();
  expect(await getPet(ctx, owner, id)).toMatchObject({ photoFocusX: 20, photoFocusY: 80, version: 2 });

  await updatePetPhoto(ctx, owner, id, { photoFocusX: 30 });
  expect(await getPet(ctx, owner, id)).toMatchObject({ photoId: second, photoFocusX: 30, photoFocusY: 80 });

  await deletePetPhoto(ctx, owner, id);
  expect(await photoOf()).toBeNull();
  expect(await findPhoto(ctx.files, second!, "640.webp")).toBeNull();
  await expect(updatePetPhoto(ctx, owner, id, { photoFocusX: 1 })).rejects.toMatchObject({
    code: "pets.choosePhoto",
    field: "photo",
  });

  await updatePetPhoto(ctx, owner, id, { photo: asFile(jpeg) });
  const third = await photoOf();
  await deletePet(ctx, owner, id);
  expect(await findPhoto(ctx.files, third!, "640.webp")).not.toBeNull();
  await purgePet(ctx, owner, id);
  expect(await findPhoto(ctx.files, third!, "640.webp")).toBeNull();
});
