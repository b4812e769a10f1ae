// Owners would get a broken picture, or the operator would learn too late that the bucket is closed.
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { givenBucket, openBucket } from "#tests/bucket.ts";
import { createFiles } from "./files.server.ts";

const folder = await mkdtemp(path.join(os.tmpdir(), "aleef-files-"));
const bucket = await openBucket();

afterAll(async () => {
  await bucket.close();
  await rm(folder, { recursive: true, force: true });
});

const places = ["a disk", "a bucket", ...(givenBucket ? ["the bucket of TEST_S3_ENDPOINT"] : [])];

describe.each(places)("file storage on %s", (place) => {
  const open = () => {
    const s3 = place === "a disk" ? undefined : place === "a bucket" ? bucket.settings : givenBucket;
    return createFiles({ dataDir: folder, s3 });
  };

  test("returns files unchanged, and null after they are deleted", async () => {
    const files = await open();
    const bytes = randomBytes(300_000);
    await files.put("pets/one/large.webp", bytes, "image/webp");
    await files.put("pets/one/small.webp", bytes.subarray(0, 10), "image/webp");
    expect(Buffer.from((await files.find("pets/one/large.webp"))!)).toEqual(bytes);
    expect(await files.find("pets/one/none.webp")).toBeNull();
    await files.remove(["pets/one/large.webp", "pets/one/none.webp"]);
    expect(await files.find("pets/one/large.webp")).toBeNull();
    expect(await files.find("pets/one/small.webp")).not.toBeNull();
    await files.remove(["pets/one/small.webp"]);
    expect(await files.find("pets/one/small.webp")).toBeNull();
  });

  test("overwrites files, also with empty content", async () => {
    const files = await open();
    for (const text of ["first", "the second is longer", ""]) {
      await files.put("pets/two.txt", Buffer.from(text), "text/plain");
      expect(Buffer.from((await files.find("pets/two.txt"))!).toString()).toBe(text);
    }
  });

  test("the probe succeeds and leaves no file", async () => {
    const files = await open();
    await expect(files.probe()).resolves.toBeUndefined();
    expect(await files.find("probe.txt")).toBeNull();
  });
});

describe("bucket storage", () => {
  test("sends content types and valid signatures", async () => {
    const files = await createFiles({ dataDir: folder, s3: bucket.settings });
    await files.put("kind.webp", Buffer.from("bytes"), "image/webp");
    expect(bucket.objects.get("kind.webp")).toEqual({ bytes: Buffer.from("bytes"), contentType: "image/webp" });
    const wrong = await createFiles({ dataDir: folder, s3: { ...bucket.settings, secretAccessKey: "another" } });
    await expect(wrong.put("kind.webp", Buffer.from("x"), "image/webp")).rejects.toThrow();
    await expect(wrong.probe()).rejects.toThrow();
    expect(bucket.objects.get("kind.webp")?.bytes.toString()).toBe("bytes");
  });

  test("throws if writing fails, but not if deleting fails", async () => {
    const files = await createFiles({ dataDir: folder, s3: bucket.settings });
    await files.put("stays.webp", Buffer.from("bytes"), "image/webp");
    bucket.failWith(503);
    await expect(files.probe()).rejects.toThrow();
    await expect(files.put("new.webp", Buffer.from("bytes"), "image/webp")).rejects.toThrow();
    await expect(files.remove(["stays.webp"])).resolves.toBeUndefined();
    bucket.failWith(0);
    expect(Buffer.from((await files.find("stays.webp"))!).toString()).toBe("bytes");
  });

  test("writes nothing to the local disk", () => {
    expect(existsSync(path.join(folder, "files", "kind.webp"))).toBe(false);
  });
});
