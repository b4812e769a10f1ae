// A photo would be published with the place where it was taken, or refused without saying why.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { eq } from "drizzle-orm";
import sharp from "sharp";
import { beforeEach, describe, expect, test } from "vitest";
import { pets } from "#app/features/pets/pets.tables.server.ts";
import { createTestPet, signUpTestUser } from "#tests/make.ts";
import { plainPicture } from "#tests/plain-picture.ts";
import { pngOf } from "#tests/png.ts";
import { readableOf, textOf } from "./finder-page.ts";
import { openSite } from "./site.ts";

const site = await openSite();

const picture = plainPicture(320, 200);
const jpeg = await picture.clone().jpeg().toBuffer();
const noise = await sharp({
  create: {
    width: 900,
    height: 900,
    channels: 3,
    background: "#888",
    noise: { type: "gaussian", mean: 128, sigma: 60 },
  },
})
  .jpeg({ quality: 95 })
  .toBuffer();

const owner = await signUpTestUser(site.ctx, "owner@example.com");
await signUpTestUser(site.ctx, "other@example.com");
const petId = await createTestPet(site.ctx, owner);
const [as, other] = await Promise.all([site.signInAs("owner@example.com"), site.signInAs("other@example.com")]);

const typed = {
  name: "Nour & <Co>",
  breed: "Baladi",
  notes: "Likes bread",
  "contacts[0].name": "Mona",
  "contacts[0].phone": "0100 123 4567",
};
/** The input as it appears in the form of the response. */
const typedBack = ["Nour &amp; &lt;Co&gt;", "Baladi", "Likes bread", "Mona", "0100 123 4567"];

let version = 1;
beforeEach(async () => {
  const [pet] = await site.ctx.db.select().from(pets).where(eq(pets.id, petId));
  version = pet!.version;
});

function form(
  bytes: Uint8Array | string | null,
  name = "rocky.jpg",
  type = "image/jpeg",
  more: Record<string, string> = {},
): FormData {
  const data = new FormData();
  for (const [key, value] of Object.entries({
    intent: "save",
    type: "dog",
    version: String(version),
    ...typed,
    ...more,
  }))
    data.set(key, value);
  if (bytes !== null) data.set("photo", new File([bytes as BlobPart], name, { type }));
  return data;
}

const save = (data: FormData, options = {}) => site.post(`/dashboard/pets/${petId}/edit`, data, { as, ...options });

function stored(): string[] {
  const entries = readdirSync(path.join(site.served.settings.dataDir, "files"), {
    recursive: true,
    withFileTypes: true,
  });
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => path.join(parentPath, name));
}

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';
const refused: [
  string,
  () => Uint8Array | string,
  number,
  "form.photoTooLarge" | "errors.photoTooManyPixels" | "form.photoNotImage" | "errors.photoDamaged",
][] = [
  ["of 20 MB", () => Buffer.concat([jpeg, Buffer.alloc(20 * 1024 * 1024)]), 413, "form.photoTooLarge"],
  ["30 000 pixels wide and high", () => pngOf(30_000, 30_000), 413, "errors.photoTooManyPixels"],
  ["one pixel high and 60 000 000 wide", () => pngOf(60_000_000, 1), 413, "errors.photoTooManyPixels"],
  ["that is an SVG", () => svg, 415, "form.photoNotImage"],
  ["that is a page", () => "<!doctype html><script>alert(1)</script>", 415, "form.photoNotImage"],
  ["that is a PDF", () => "%PDF-1.7\n1 0 obj\n<<>>\nendobj", 415, "form.photoNotImage"],
  [
    "that is a GIF",
    () => Buffer.from("47494638396101000100800000ffffff00000021f90401000000002c00000000010001000002024401003b", "hex"),
    415,
    "form.photoNotImage",
  ],
  ["that is empty", () => "", 400, "form.photoNotImage"],
  ["cut off in the middle", () => noise.subarray(0, noise.length / 2), 415, "errors.photoDamaged"],
];

describe("photo", () => {
  test.each(refused)(
    "%s is rejected next to its field in the reader's language; the input is kept and nothing stored",
    async (_what, bytes, status, why) => {
      const before = stored();
      for (const language of ["en", "ar"] as const) {
        const answer = await save(form(bytes(), "rocky.jpg", "image/jpeg"), { language });
        const html = await answer.text();
        expect([answer.status, textOf(html).includes(site.ctx.translator(language)(why))]).toEqual([status, true]);
        expect(typedBack.filter((value) => !html.includes(value))).toEqual([]);
      }
      expect(stored()).toEqual(before);
      const [pet] = await site.ctx.db.select().from(pets).where(eq(pets.id, petId));
      expect(pet?.version).toBe(version);
    },
  );

  test("together with other errors is rejected with all messages", async () => {
    const answer = await save(
      form(jpeg, "x.jpg", "image/jpeg", { name: "", weightKg: "heavy", birthdate: "2099-01-01" }),
    );
    const text = textOf(await answer.text());
    expect(answer.status).toBe(400);
    for (const key of ["form.required", "pets.weightRange", "pets.birthInFuture"] as const)
      expect([key, text.includes(site.ctx.translator("en")(key))]).toEqual([key, true]);
  });

  test("from a visitor or for someone else's pet is never stored", async () => {
    const before = stored();
    expect((await save(form(jpeg), { as: undefined })).status).toBe(302);
    expect((await save(form(jpeg), { as: other })).status).toBe(404);
    const data = new FormData();
    data.set("intent", "photo");
    data.set("photo", new File([jpeg], "x.jpg"));
    expect((await site.post(`/dashboard/pets/${petId}`, data, { as: other })).status).toBe(404);
    expect(stored()).toEqual(before);
  });

  test("is stored without location and camera data in any size, and the original is not stored", async () => {
    const telling = await picture
      .clone()
      .jpeg()
      .withExif({
        IFD0: { ImageDescription: "canary-home", Make: "canary-camera" },
        IFD3: { GPSLatitudeRef: "N", GPSLatitude: "30/1 3/1 0/1", GPSLongitudeRef: "E", GPSLongitude: "31/1 14/1 0/1" },
      })
      .toBuffer();
    const file = Buffer.concat([telling, Buffer.from("<script>canary-trailer</script>")]);
    expect((await save(form(file, "../../../canary-name\u202egpj.php", "text/html"))).status).toBe(303);
    const [pet] = await site.ctx.db.select().from(pets).where(eq(pets.id, petId));
    for (const name of ["160.webp", "640.webp", "640.avif", "1600.webp"]) {
      const answer = await site.get(`/photos/${pet?.photoId}/${name}`);
      const bytes = Buffer.from(await answer.arrayBuffer());
      expect([name, answer.status, answer.headers.get("content-type")]).toEqual([
        name,
        200,
        `image/${name.split(".")[1]}`,
      ]);
      expect([name, /canary|Exif|GPS/i.test(bytes.toString("latin1"))]).toEqual([name, false]);
      const { exif, xmp, iptc } = await sharp(bytes).metadata();
      expect([exif, xmp, iptc]).toEqual([undefined, undefined, undefined]);
    }
    for (const file of stored())
      expect([file, /canary/.test(file + readFileSync(file, "latin1"))]).toEqual([file, false]);
  });

  test("is deleted completely when replaced", async () => {
    const before = stored();
    expect((await save(form(jpeg))).status).toBe(303);
    const after = stored();
    expect(after).toHaveLength(before.length);
    expect(after.filter((file) => before.includes(file) && file.includes("photos"))).toEqual([]);
  });

  test("in an outdated form is rejected and not stored, and the form can be submitted again", async () => {
    const stale = form(jpeg, "x.jpg", "image/jpeg", { notes: "From the older tab" });
    expect((await save(form(null, "", "", { notes: "From the newer tab" }))).status).toBe(303);
    const before = stored();
    const answer = await save(stale);
    const html = await answer.text();
    expect([
      answer.status,
      textOf(html).includes(site.ctx.translator("en")("pets.changedMeanwhile")),
      html.includes("From the older tab"),
    ]).toEqual([409, true, true]);
    expect(stored()).toEqual(before);
    stale.set("version", /name="version" value="(\d+)"/.exec(html)?.[1] ?? "");
    stale.delete("photo");
    expect((await save(stale)).status).toBe(303);
    const [pet] = await site.ctx.db.select().from(pets).where(eq(pets.id, petId));
    expect(pet?.notes).toBe("From the older tab");
  });
});

describe("form with files", () => {
  test.each([
    ["a text where the photo belongs", (data: FormData) => data.set("photo", "not a file")],
    ["a file where the name belongs", (data: FormData) => data.set("name", new File([jpeg], "x"))],
    ["a file as the intent", (data: FormData) => data.set("intent", new File(["save"], "x"))],
    [
      "twenty photos at once",
      (data: FormData) => Array.from({ length: 20 }, () => data.append("photo", new File([jpeg], "x.jpg"))),
    ],
    ["a thousand fields", (data: FormData) => Array.from({ length: 1_000 }, (_, at) => data.append(`x${at}`, "y"))],
    ["a list that would have a million rows", (data: FormData) => data.set("contacts[999999].name", "x")],
    ["a focus far outside", (data: FormData) => data.set("photoFocusX", "1e9")],
    ["an owner of its own", (data: FormData) => data.set("ownerId", "00000000-0000-0000-0000-000000000000")],
  ])("with %s causes no server error and changes nothing it may not change", async (_what, spoil) => {
    const data = form(null);
    spoil(data);
    const answer = await save(data);
    expect(answer.status).toBeLessThan(500);
    const [pet] = await site.ctx.db.select().from(pets).where(eq(pets.id, petId));
    expect(pet?.ownerId).toBe(owner.id);
  });

  test("of more than 25 MB is rejected with its own page before it is read", async () => {
    const data = form(Buffer.alloc(26 * 1024 * 1024));
    const answer = await save(data);
    const text = readableOf(await answer.text());
    expect([answer.status, text.includes(site.ctx.translator("en")("errors.bodyTooLarge"))]).toEqual([413, true]);
  });
});

test("/photos/ serves nothing but photos, whatever the path", async () => {
  const [pet] = await site.ctx.db.select().from(pets).where(eq(pets.id, petId));
  if (!pet?.photoId) await save(form(jpeg));
  const [now] = await site.ctx.db.select().from(pets).where(eq(pets.id, petId));
  const id = now!.photoId!;
  expect((await site.get(`/photos/${id}/160.webp`)).status).toBe(200);
  const tricks = [
    `${id}/160.webp/../../../secret`,
    `${id}/..%2f..%2fsecret`,
    `${id}/%2e%2e%2fprobe.txt`,
    `..%2f..%2f..%2fetc%2fpasswd/160.webp`,
    `${id}%00/160.webp`,
    `${id}/160.webp%00.html`,
    `${id}/160.webp.html`,
    `${id}/160.WEBP`,
    `${id}/160.svg`,
    `${id}/99999.webp`,
    `${id}/`,
    `${id}`,
    "",
    `${id.toUpperCase()}/160.webp`,
    `${"-".repeat(36)}/160.webp`,
    `${id}/160.webp%20`,
    `${id}/..;/160.webp`,
    `%5c..%5c..%5c/160.webp`,
    `${id}/160%2ewebp%2f..%2fx`,
  ];
  for (const trick of tricks) {
    const answer = await site.get(`/photos/${trick}`);
    await answer.arrayBuffer();
    expect([trick, answer.status]).toEqual([trick, 404]);
  }
});
