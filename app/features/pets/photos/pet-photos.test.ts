// A pet's photo would tell strangers where its family lives.
import { readdirSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import sharp from "sharp";
import { describe, expect, test, vi } from "vitest";
import type { AppError } from "#app/platform/app-error.server.ts";
import { findPhoto } from "#app/platform/files/photos.server.ts";
import { createTestUser } from "#tests/make.ts";
import { pngOf } from "#tests/png.ts";
import { createTestApp } from "#tests/test-app.ts";
import { listPets } from "../list/pet-list.server.ts";
import { createPet, getPet, updatePet } from "../pets.server.ts";
import { deletePet, purgePet } from "../trash/removed-pets.server.ts";
import { deletePetPhoto, updatePetPhoto } from "./pet-photo.server.ts";

const { ctx } = await createTestApp();

const rocky = { name: "Rocky", type: "dog" } as const;
const picture = () => sharp({ create: { width: 320, height: 200, channels: 3, background: "#b9763a" } });
const jpeg = await picture().jpeg().toBuffer();
const gif = await picture().gif().toBuffer();
const noise = await sharp({
  create: {
    width: 800,
    height: 800,
    channels: 3,
    noise: { type: "gaussian", mean: 128, sigma: 60 },
    background: "#888",
  },
})
  .jpeg({ quality: 95 })
  .toBuffer();
const asFile = (bytes: Uint8Array | string, name = "rocky.jpg", type = "image/jpeg") =>
  new File([bytes as BlobPart], name, { type });

function storedPhotos(): string[] {
  const folder = path.join(ctx.settings.dataDir, "files");
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => path.join(parentPath, name));
}

const renditions = ["160.webp", "640.webp", "640.avif", "1600.webp"];

test("location, camera and text metadata are removed from every size of a photo", async () => {
  const withPlace = await picture()
    .jpeg()
    .withExif({
      IFD0: { ImageDescription: "canary-home", Make: "canary-camera" },
      IFD3: { GPSLatitudeRef: "N", GPSLatitude: "30/1 3/1 0/1", GPSLongitudeRef: "E", GPSLongitude: "31/1 14/1 0/1" },
    })
    .toBuffer();
  expect(withPlace.includes("canary-home")).toBe(true);
  expect((await sharp(withPlace).metadata()).exif).toBeDefined();

  const owner = await createTestUser(ctx, {});
  const id = await createPet(ctx, owner, { ...rocky, photo: asFile(withPlace) });
  const { photoId } = await getPet(ctx, owner, id);
  for (const name of renditions) {
    const stored = await findPhoto(ctx.files, photoId!, name);
    const { exif, xmp, iptc } = await sharp(stored!.bytes).metadata();
    expect({ name, exif, xmp, iptc }).toEqual({ name, exif: undefined, xmp: undefined, iptc: undefined });
    expect(Buffer.from(stored!.bytes).includes("canary")).toBe(false);
  }
});

describe("an unusable photo is rejected at its field and no file is left behind", () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="60"><script>alert(1)</script></svg>';
  test.each([
    ["an SVG named .jpg", asFile(svg), "form.photoNotImage"],
    ["an HTML page named .jpg", asFile("<!doctype html><script>alert(1)</script>"), "form.photoNotImage"],
    ["a truncated JPEG", asFile(noise.subarray(0, noise.length / 2)), "errors.photoDamaged"],
    ["30 000 × 30 000 pixels", asFile(pngOf(30_000, 30_000), "huge.png", "image/png"), "errors.photoTooManyPixels"],
    ["20 MB", asFile(new Uint8Array(20 * 1024 * 1024)), "form.photoTooLarge"],
    ["a GIF", asFile(gif, "a.gif", "image/gif"), "form.photoNotImage"],
  ])("%s", async (_, photo, code) => {
    const owner = await createTestUser(ctx, {});
    const before = storedPhotos();
    const refused = await createPet(ctx, owner, { ...rocky, photo }).catch((error: AppError) => error);
    expect(refused).toMatchObject({ code, field: "photo" });
    expect(await listPets(ctx, owner)).toEqual([]);
    expect(storedPhotos()).toEqual(before);
  });
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
