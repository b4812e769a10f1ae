// A customer's picture of a payment could be seen by strangers.
import { readdirSync } from "node:fs";
import path from "node:path";
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { getPlan } from "#app/features/plans/plans.server.ts";
import { subscriptionRequests } from "#app/features/plans/plans.tables.server.ts";
import { receiptNumber } from "#app/features/plans/upgrade-requests.rules.ts";
import { Clock } from "#app/platform/app-context.server.ts";
import { signUpTestUser } from "#tests/make.ts";
import { plainPicture } from "#tests/plain-picture.ts";
import { pngOf } from "#tests/png.ts";
import { textOf } from "./finder-page.ts";
import { openSite } from "./site.ts";
import type { Visitor } from "./visitor.ts";

const site = await openSite();

const page = "/dashboard/subscription";
const picture = plainPicture(320, 640, "#0f766e");
const jpeg = await picture
  .clone()
  .withExif({ IFD0: { Artist: "canary-artist" } })
  .jpeg()
  .toBuffer();

const people = {} as Record<"owner" | "other" | "admin", Visitor>;
const owner = await signUpTestUser(site.ctx, "owner@example.com");
await signUpTestUser(site.ctx, "other@example.com");
await signUpTestUser(site.ctx, "admin@example.com", { role: "admin" });
for (const name of ["owner", "other", "admin"] as const) people[name] = await site.signInAs(`${name}@example.com`);

function form(bytes: Uint8Array | string | null, more: Record<string, string> = {}, name = "paid.jpg"): FormData {
  const data = new FormData();
  const typed = {
    intent: "ask",
    offer: "comfort-1",
    "seen.comfort-1": "299",
    paymentMethod: "instapay",
    notes: "from me",
  };
  for (const [key, value] of Object.entries({ ...typed, ...more })) data.set(key, value);
  if (bytes !== null) data.set("proof", new File([bytes as BlobPart], name, { type: "image/jpeg" }));
  return data;
}

const submit = (data: FormData) => site.post(page, data, { as: people.owner });
const requests = () => site.ctx.db.select().from(subscriptionRequests).where(eq(subscriptionRequests.userId, owner.id));
const stored = () =>
  readdirSync(path.join(site.served.settings.dataDir, "files"), { recursive: true }).filter((name) =>
    String(name).endsWith(".webp"),
  );

describe("proof that is not an image", () => {
  test.each([
    ["an SVG", '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', 415, "form.photoNotImage"],
    ["HTML that calls itself a JPEG", "<!doctype html><script>alert(1)</script>", 415, "form.photoNotImage"],
    ["a PDF", "%PDF-1.7 x", 415, "form.photoNotImage"],
    ["half a JPEG", jpeg.subarray(0, jpeg.length - 200), 415, "errors.photoDamaged"],
    ["a bomb", pngOf(60_000, 60_000), 413, "errors.photoTooManyPixels"],
    ["20 MB", Buffer.concat([jpeg, Buffer.alloc(20 * 1024 * 1024)]), 413, "form.photoTooLarge"],
  ] as const)("%s is rejected next to its field, keeps the input and stores nothing", async (_, bytes, status, key) => {
    const answer = await submit(form(bytes));
    expect(answer.status).toBe(status);
    const html = await answer.text();
    expect(textOf(html)).toContain(site.ctx.translator("en")(key));
    expect(html).toContain("from me");
    expect([await requests(), stored()]).toEqual([[], []]);
  });
});

test.each([
  [{ offer: "comfort-2" }, "subscription.chooseOffer"],
  [{ offer: "basic-1" }, "subscription.chooseOffer"],
  [{ offer: "__proto__" }, "subscription.chooseOffer"],
  [{ paymentMethod: "other", notes: " \u200f " }, "subscription.otherNeedsNotes"],
  [{ "seen.comfort-1": "1" }, "subscription.priceChanged"],
  [{ "seen.comfort-1": "-299" }, "subscription.priceChanged"],
] as const)("%j is rejected with a message", async (more, key) => {
  const answer = await submit(form(null, more));
  expect(answer.status).toBeGreaterThanOrEqual(400);
  expect(textOf(await answer.text())).toContain(site.ctx.translator("en")(key));
  expect(await requests()).toEqual([]);
});

test("a proof is visible to its owner and to administrators only, and not among the public photos", async () => {
  expect((await submit(form(jpeg))).status).toBe(303);
  const [request] = await requests();
  const { id = "", proofId = "" } = request ?? {};
  const own = `${page}/${id}/proof`;
  const proof = `/admin/upgrade-requests/${id}/proof`;
  const status = async (path: string, as?: Visitor) => (await site.get(path, as ? { as } : {})).status;
  expect([await status(own), await status(own, people.other), await status(own, people.admin)]).toEqual([
    302, 404, 404,
  ]);
  expect([await status(proof), await status(proof, people.owner), await status(proof, people.other)]).toEqual([
    302, 302, 302,
  ]);
  for (const name of ["160.webp", "640.webp", "1600.webp", "small.webp", "large.webp"])
    expect(await status(`/photos/${proofId}/${name}`)).toBe(404);
  for (const [path, as] of [
    [own, people.owner],
    [proof, people.admin],
    [`${proof}?small`, people.admin],
  ] as const) {
    const answer = await site.get(path, { as });
    expect([answer.status, answer.headers.get("content-type"), answer.headers.get("cache-control")]).toEqual([
      200,
      "image/webp",
      "private, no-store",
    ]);
    expect(Buffer.from(await answer.arrayBuffer()).includes("canary-artist")).toBe(false);
  }
});

test("a second request is rejected while one is pending; of two concurrent decisions the second is told who decided", async () => {
  const second = await submit(form(null));
  expect(second.status).toBe(409);
  const [request] = await requests();
  const decide = () =>
    site.post(
      `/admin/upgrade-requests?decided=${request?.id}`,
      { intent: "approve", requestId: request?.id ?? "" },
      { as: people.admin },
    );
  const answers = await Promise.all([decide(), decide()]);
  expect(answers.map(({ status }) => status).sort()).toEqual([303, 409]);
  const late = answers.find((answer) => answer.status === 409);
  const seen = textOf((await late?.text()) ?? "");
  expect(seen).toContain("approved this request on");
  expect(seen).toContain(receiptNumber(request as typeof subscriptionRequests.$inferSelect));
  expect(await getPlan({ db: site.ctx.db, clock: new Clock() }, owner)).toBe("comfort");
  const receipt = await site.get(`${page}/${request?.id}/receipt`, { as: people.owner });
  expect([receipt.status, receipt.headers.get("content-type")]).toEqual([200, "application/pdf"]);
});
