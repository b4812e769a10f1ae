import sharp from "sharp";
import { afterAll, expect, test } from "vitest";
import { anAdmin, aUser } from "#tests/make.ts";
import { aRequest } from "#tests/make-plans.ts";
import { testWorld } from "#tests/world.ts";
import { writeReceipt } from "./receipt.server.ts";
import { approveRequest } from "./review.server.ts";
import { getRequest, listRequests } from "./upgrade-desk.server.ts";

const { world, close } = await testWorld();
afterAll(close);

/** Bars of different lengths on paper, as the lines of a payment's screen; `turn` moves them about. */
function screen(turn: number) {
  const bars = Array.from({ length: 12 }, (_, row) => ({
    input: {
      create: { width: 60 + ((row * 97 + turn * 61) % 240), height: 22, channels: 3 as const, background: "#12302d" },
    },
    left: 20 + ((row * 53 + turn * 29) % 60),
    top: 30 + row * 60,
  }));
  return sharp({ create: { width: 390, height: 780, channels: 3, background: "#f4f7f6" } })
    .composite(bars)
    .png();
}

const asFile = (bytes: Buffer, type: string) => new File([new Uint8Array(bytes)], "paid", { type });

test("a copy of a picture is known again when it was packed and scaled anew, and another picture is not", async () => {
  const admin = await anAdmin(world);
  const original = await screen(0).toBuffer();
  const first = await aRequest(world, await aUser(world), { proof: asFile(original, "image/png") });
  const copy = await sharp(original).resize({ width: 260 }).jpeg({ quality: 60 }).toBuffer();
  const copied = await aRequest(world, await aUser(world), { proof: asFile(copy, "image/jpeg") });
  const otherOnes = [];
  for (const turn of [1, 2, 3])
    otherOnes.push(
      await aRequest(world, await aUser(world), { proof: asFile(await screen(turn).toBuffer(), "image/png") }),
    );
  const { requests } = await listRequests(world, admin, { status: "pending", search: "", page: 1 });
  const warnings = Object.fromEntries(
    requests.map(({ id, warnings: all }) => [id, all.map(({ kind, id: of }) => `${kind} ${of}`)]),
  );
  expect(warnings).toEqual({
    [first]: [`alikeProof ${copied}`],
    [copied]: [`alikeProof ${first}`],
    ...Object.fromEntries(otherOnes.map((id) => [id, []])),
  });
});

async function textOf(bytes: Uint8Array): Promise<string> {
  const { getDocument } = await import("pdfjs-dist/legacy/build/pdf.mjs");
  const page = await (await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise).getPage(1);
  const { items } = await page.getTextContent();
  return items.map((item) => ("str" in item ? item.str : "")).join(" ");
}

test("a receipt says what was paid in both languages; what was not paid has none", async () => {
  const [owner, admin] = [await aUser(world, { firstName: "Huda" }), await anAdmin(world)];
  const id = await aRequest(world, owner, { plan: "rescue-plus", months: 6, reference: "TX-9" });
  const cairo = { timeZone: "Africa/Cairo" };
  await expect(
    writeReceipt(world, await getRequest(world, admin, id), { language: "en", ...cairo }),
  ).rejects.toMatchObject({
    status: 404,
  });
  await approveRequest(world, admin, id);
  const paid = await getRequest(world, admin, id);
  const english = await textOf(await writeReceipt(world, paid, { language: "en", ...cairo }));
  for (const text of [
    /ALP-\d{6}/,
    /\$29\.99/,
    /Rescue Plus, 6 months/,
    /Huda/,
    /TX-9/,
    /21 November 2026 until 21 May 2027/,
  ])
    expect(english).toMatch(text);
  const arabic = await textOf(await writeReceipt(world, paid, { language: "ar", ...cairo }));
  for (const text of [/ALP-\d{6}/, /\$29\.99/, /إيصال/, /TX-9/]) expect(arabic).toMatch(text);
});
