// One account could fill the disk or stop the site for others by sending photos.
import { readdirSync } from "node:fs";
import path from "node:path";
import sharp from "sharp";
import { expect, test } from "vitest";
import { createHealthEvent } from "#app/features/pets/health/health.server.ts";
import { countPhotos } from "#app/platform/files/photos.server.ts";
import { createTestPet, signUpTestUser } from "#tests/make.ts";
import { textOf } from "./finder-page.ts";
import { openSite } from "./site.ts";

const site = await openSite();

const picture = (side: number) =>
  sharp({
    create: {
      width: side,
      height: side,
      channels: 3,
      background: "#888",
      noise: { type: "gaussian", mean: 128, sigma: 60 },
    },
  })
    .jpeg({ quality: 95 })
    .toBuffer();
const [jpeg, noise] = await Promise.all([picture(60), picture(500)]);

const typed = { name: "Nour & <Co>", breed: "Baladi", notes: "Likes bread" };
/** The input as it appears in the form of the response. */
const typedBack = ["Nour &amp; &lt;Co&gt;", "Baladi", "Likes bread"];

function form(photo: Uint8Array | null, version: string): FormData {
  const data = new FormData();
  for (const [key, value] of Object.entries({ intent: "save", type: "dog", version, ...typed })) data.set(key, value);
  if (photo) data.set("photo", new File([photo as BlobPart], "rocky.jpg", { type: "image/jpeg" }));
  return data;
}

function stored(): string[] {
  const folder = path.join(site.served.settings.dataDir, "files");
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => path.join(parentPath, name));
}

let ownerCount = 0;
async function createOwner() {
  const email = `owner${++ownerCount}@example.com`;
  const actor = await signUpTestUser(site.ctx, email);
  return { actor, pet: await createTestPet(site.ctx, actor), as: await site.signInAs(email) };
}

test("many photos of one account: the sixty-first of a day is rejected next to its field, and everything else still works", async () => {
  const { actor, pet, as } = await createOwner();
  await countPhotos(site.ctx.limits, actor.id, "photo", 59);
  const edit = `/dashboard/pets/${pet}/edit`;
  expect((await site.post(edit, form(jpeg, "1"), { as })).status).toBe(303);
  const before = stored();
  for (const language of ["en", "ar"] as const) {
    const answer = await site.post(edit, form(jpeg, "2"), { as, language });
    const html = await answer.text();
    expect(answer.status).toBe(429);
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(80_000);
    expect(textOf(html)).toContain(site.ctx.translator(language)("errors.tooManyPhotos", { most: 60 }));
    expect(typedBack.filter((value) => !html.includes(value))).toEqual([]);
  }
  expect(stored()).toEqual(before);
  expect((await site.post(edit, form(null, "2"), { as })).status).toBe(303);
  const photo = new File([jpeg], "x.jpg");
  await expect(
    createHealthEvent(site.ctx, actor, pet, { kind: "checkup", day: "2026-01-05", photo }),
  ).rejects.toMatchObject({ code: "errors.tooManyPhotos" });
});

test("many simultaneous photos: some are rejected with 503, none is lost or incomplete, and pages are served", async () => {
  // Forms of one account are queued, so it takes several accounts to fill the photo queue.
  const owners: Awaited<ReturnType<typeof createOwner>>[] = [];
  for (let made = 0; made < 8; made++) owners.push(await createOwner());
  const { as } = owners[0]!;
  const before = stored().length;
  const data = () => {
    const sent = new FormData();
    sent.set("intent", "photo");
    sent.set("photo", new File([noise as BlobPart], "x.jpg", { type: "image/jpeg" }));
    return sent;
  };
  let isOver = false;
  const uploads = Promise.all(
    Array.from({ length: 32 }, async (_, at) => {
      const owner = owners[at % owners.length]!;
      return { pet: owner.pet, answer: await site.post(`/dashboard/pets/${owner.pet}`, data(), { as: owner.as }) };
    }),
  );
  void uploads.then(() => {
    isOver = true;
  });
  for (const page of ["/", "/auth", "/dashboard/pets"]) expect((await site.get(page, { as })).status).toBeLessThan(400);
  expect(isOver).toBe(false);
  const sent = await uploads;
  const answers = sent.map(({ answer }) => answer);
  const busy = answers.filter(({ status }) => status === 503);
  expect(busy.length).toBeGreaterThan(0);
  expect(answers.filter(({ status }) => status === 303)).toHaveLength(32 - busy.length);
  expect(busy[0]!.headers.get("retry-after")).toBe("10");
  expect(textOf(await busy[0]!.text())).toContain(site.ctx.translator("en")("errors.photosBusy"));
  const withPhoto = new Set(sent.filter(({ answer }) => answer.status === 303).map(({ pet }) => pet));
  expect(stored()).toHaveLength(before + 4 * withPhoto.size);
});
