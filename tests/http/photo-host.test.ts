// Owners' photos would not load where the operator keeps them in a bucket.
import { afterAll, expect, test } from "vitest";
import { addPhoto } from "#app/platform/files/photos.server.ts";
import { openBucket } from "#tests/bucket.ts";
import { createTestPet, signUpTestUser } from "#tests/make.ts";
import { plainPicture } from "#tests/plain-picture.ts";
import { openSite } from "./site.ts";

const bucket = await openBucket();
afterAll(() => bucket.close());
const { endpoint = "", bucket: name, accessKeyId, secretAccessKey } = bucket.settings;
const site = await openSite({
  S3_BUCKET: name,
  S3_ENDPOINT: endpoint,
  S3_ACCESS_KEY_ID: accessKeyId,
  S3_SECRET_ACCESS_KEY: secretAccessKey,
  S3_PUBLIC_URL: "https://photos.example/pets/",
});

const picture = plainPicture(40, 30, "#888");

test("an uploaded photo is stored in the bucket in every size", async () => {
  const owner = await signUpTestUser(site.ctx, "mona@example.com");
  const petId = await createTestPet(site.ctx, owner);
  const form = new FormData();
  form.set("intent", "photo");
  form.set("photo", new File([(await picture.clone().jpeg().toBuffer()) as BlobPart], "a.jpg", { type: "image/jpeg" }));
  const answer = await site.post(`/dashboard/pets/${petId}`, form, { as: await site.signInAs("mona@example.com") });
  expect(answer.status).toBe(303);
  const stored = [...bucket.objects].map(([key, { contentType }]) => [
    key.replace(/^photos\/[\w-]{36}\//, ""),
    contentType,
  ]);
  expect(stored).toContainEqual(["160.webp", "image/webp"]);
  expect(stored).toContainEqual(["1600.webp", "image/webp"]);
});

test("photos are redirected to the bucket's host, and their bytes do not pass through the app", async () => {
  const owner = await signUpTestUser(site.ctx, "owner@example.com");
  const bytes = await picture.clone().png().toBuffer();
  const id = await addPhoto(site.ctx.files, owner, bytes);
  for (const name of ["160.webp", "640.avif", "1600.webp"]) {
    const answer = await site.get(`/photos/${id}/${name}`);
    expect([answer.status, answer.headers.get("location")]).toEqual([
      302,
      `https://photos.example/pets/photos/${id}/${name}`,
    ]);
    expect(await answer.text()).toBe("");
    expect(answer.headers.get("cache-control")).toBe("public, max-age=86400, s-maxage=3600");
  }
  // The redirect's path is the key of the photo in the bucket.
  expect(await site.ctx.files.find(`photos/${id}/640.avif`)).not.toBeNull();
});

test("a width that is not stored with an upload is, before the redirect leads to it", async () => {
  const owner = await signUpTestUser(site.ctx, "widths@example.com");
  const id = await addPhoto(site.ctx.files, owner, await picture.clone().png().toBuffer());
  for (let time = 0; time < 2; time++) expect((await site.get(`/photos/${id}/320.webp`)).status).toBe(302);
  expect(await site.ctx.files.find(`photos/${id}/320.webp`)).not.toBeNull();
});

test("only photos are redirected", async () => {
  for (const path of ["/photos/x/640.webp", `/photos/${"0".repeat(36)}/641.webp`, "/photos/..%2fproofs/640.webp"])
    expect([path, (await site.get(path)).status]).toEqual([path, 404]);
});

test("pages may show pictures from that host and load nothing else from it", async () => {
  const policy = (await site.get("/about")).headers.get("content-security-policy") ?? "";
  const naming = policy.split("; ").filter((part) => part.includes("photos.example"));
  expect(naming).toEqual(["img-src 'self' data: blob: https://tile.openstreetmap.org https://photos.example"]);
});
