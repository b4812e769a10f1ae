// Phones would load pictures far larger than they show, or a picture that stays broken, or that outlives its photo.
import sharp from "sharp";
import { expect, test } from "vitest";
import { plainJpeg } from "#tests/plain-picture.ts";
import type { Files } from "./files.server.ts";
import { addPhoto, deletePhoto, findPhoto } from "./photos.server.ts";
import { photoSrcSet } from "./photos.ts";

/** Storage in memory that counts what is written. */
function createStorage() {
  const stored = new Map<string, Uint8Array>();
  const written: string[] = [];
  const files = {
    put: async (key: string, bytes: Uint8Array) => {
      written.push(key);
      stored.set(key, bytes);
    },
    find: async (key: string) => stored.get(key) ?? null,
    remove: async (keys: string[]) => {
      for (const key of keys) stored.delete(key);
    },
  } as unknown as Files;
  return { files, stored, written };
}

const tall = () => plainJpeg(1000, 2000, "#a52");

test("every width that a page names exists, the missing ones from their first request on", async () => {
  const { files, stored, written } = createStorage();
  const id = await addPhoto(files, { id: "owner" }, await tall());
  const named = [...photoSrcSet(id).matchAll(/\/photos\/[\w-]+\/(\S+) (\d+)w/g)];
  expect(named.length).toBeGreaterThan(3);
  for (const [, name, width] of named) {
    const found = await findPhoto(files, id, name ?? "");
    const meta = await sharp(found!.bytes).metadata();
    // A photo is never enlarged.
    expect([name, meta.width]).toEqual([name, Math.min(Number(width), 800)]);
    expect(stored.has(`photos/${id}/${name}`)).toBe(true);
  }
  expect(new Set(written).size).toBe(written.length);
});

test("a width that many ask for at once is made once, and deleted with the photo", async () => {
  const { files, stored, written } = createStorage();
  const id = await addPhoto(files, { id: "owner" }, await tall());
  const all = await Promise.all(Array.from({ length: 8 }, () => findPhoto(files, id, "320.webp")));
  expect(all.every((one) => one?.type === "image/webp")).toBe(true);
  expect(written.filter((key) => key.endsWith("/320.webp"))).toHaveLength(1);
  await deletePhoto(files, id);
  expect([...stored.keys()]).toEqual([]);
  expect(await findPhoto(files, id, "320.webp")).toBeNull();
  expect([...stored.keys()]).toEqual([]);
});

test("a photo deleted while a width is being made leaves nothing behind", async () => {
  const { files, stored } = createStorage();
  const id = await addPhoto(files, { id: "owner" }, await tall());
  const put = files.put;
  files.put = async (...args) => {
    await deletePhoto(files, id);
    await put(...args);
  };
  await findPhoto(files, id, "480.webp");
  expect([...stored.keys()]).toEqual([]);
});

test("no other width or format is made", async () => {
  const { files, written } = createStorage();
  const id = await addPhoto(files, { id: "owner" }, await tall());
  const before = written.length;
  for (const name of ["321.webp", "320.avif", "0320.webp", "320.webp.webp", "1e3.webp"])
    expect([name, await findPhoto(files, id, name)]).toEqual([name, null]);
  expect(written.length).toBe(before);
});
