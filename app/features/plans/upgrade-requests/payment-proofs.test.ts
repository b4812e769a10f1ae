// One picture of a payment would buy many plans, or an honest customer would be accused of a copy.
import sharp from "sharp";
import { expect, test } from "vitest";
import { renderPicture } from "#app/platform/files/drawn-picture.server.ts";
import { renderTextOutlines } from "#app/platform/pdf/text-outlines.server.ts";
import { createTestAdmin, createTestUser } from "#tests/make.ts";
import { createTestUpgradeRequest } from "#tests/make-plans.ts";
import { plainPicture } from "#tests/plain-picture.ts";
import { createTestApp } from "#tests/test-app.ts";
import { approveRequest } from "../review/decide-requests.server.ts";
import { getRequest, listRequests } from "../review/list-requests.server.ts";
import { renderReceipt } from "../subscription/receipt.server.ts";

const { ctx } = await createTestApp();

/** Draws bars of different lengths, like the lines of a payment screen; `turn` varies them. */
function screen(turn: number) {
  const bars = Array.from({ length: 12 }, (_, row) => ({
    input: {
      create: { width: 60 + ((row * 97 + turn * 61) % 240), height: 22, channels: 3 as const, background: "#12302d" },
    },
    left: 20 + ((row * 53 + turn * 29) % 60),
    top: 30 + row * 60,
  }));
  return plainPicture(390, 780, "#f4f7f6").composite(bars).png();
}

const asFile = (bytes: Buffer, type: string) => new File([new Uint8Array(bytes)], "paid", { type });

test("a recompressed and scaled copy of an image is recognized, a different image is not", async () => {
  const admin = await createTestAdmin(ctx);
  const original = await screen(0).toBuffer();
  const first = await createTestUpgradeRequest(ctx, await createTestUser(ctx), {
    proof: asFile(original, "image/png"),
  });
  const copy = await sharp(original).resize({ width: 260 }).jpeg({ quality: 60 }).toBuffer();
  const copied = await createTestUpgradeRequest(ctx, await createTestUser(ctx), { proof: asFile(copy, "image/jpeg") });
  const otherOnes = [];
  for (const turn of [1, 2, 3])
    otherOnes.push(
      await createTestUpgradeRequest(ctx, await createTestUser(ctx), {
        proof: asFile(await screen(turn).toBuffer(), "image/png"),
      }),
    );
  const { requests } = await listRequests(ctx, admin, { status: "pending", search: "", page: 1 });
  const warnings = Object.fromEntries(
    requests.map(({ id, warnings: all }) => [id, all.map(({ kind, id: of }) => `${kind} ${of}`)]),
  );
  expect(warnings).toEqual({
    [first]: [`alikeProof ${copied}`],
    [copied]: [`alikeProof ${first}`],
    ...Object.fromEntries(otherOnes.map((id) => [id, []])),
  });
});

const payers = ["Mona Nassar", "Omar Adel", "Salma Fouad", "Karim Hassan", "Hala Mostafa", "Youssef Samir", "Nour Ali"];

/** Draws a receipt of one bank's app: the same template with a different amount, payer, reference and time. */
async function receipt(number: number): Promise<Buffer> {
  const time = `1${number % 9}:${10 + ((number * 7) % 50)}`;
  const rows = [
    ["Amount", `EGP ${(149 + number * 37) % 900}.00`],
    ["From", payers[(number * 3) % payers.length]!],
    ["To", "Aleef Pets"],
    ["Reference", `IP${(7_391_823 * (number + 3)) % 99_999_999}`],
    ["Date", `2${number % 10} Nov 2026 ${time}`],
    ["Status", "Successful"],
  ] as const;
  const write = async (text: string, weight: 400 | 700) =>
    (await renderTextOutlines(text, { size: 42, weight, language: "en", width: 560, maxLines: 1 })).svg;
  const lines = await Promise.all(
    rows.map(async ([label, value], row) => {
      const y = 420 + row * 150;
      return `<g transform="translate(80 ${y})" fill="#667">${await write(label, 400)}</g><g transform="translate(460 ${y})" fill="#112">${await write(value, 700)}</g><rect x="80" y="${y + 80}" width="920" height="2" fill="#ddd"/>`;
    }),
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="540" height="1000" viewBox="0 0 1080 2000"><rect width="1080" height="2000" fill="#f4f5f8"/><rect width="1080" height="300" fill="#5b2a86"/><g transform="translate(40 30)" fill="#fff">${await write(time, 700)}</g><circle cx="540" cy="200" r="70" fill="#fff"/><rect x="40" y="360" width="1000" height="1000" rx="40" fill="#fff"/>${lines.join("")}<rect x="140" y="1600" width="800" height="130" rx="65" fill="#5b2a86"/></svg>`;
  return renderPicture(svg, null);
}

test("among 40 receipts of one template fewer than 1 % of pairs count as similar, while copies of one do", async () => {
  const testApp = await createTestApp();
  const admin = await createTestAdmin(testApp.ctx);
  const pictures = await Promise.all(Array.from({ length: 40 }, (_, number) => receipt(number)));
  for (const picture of pictures)
    await createTestUpgradeRequest(testApp.ctx, await createTestUser(testApp.ctx), {
      proof: asFile(picture, "image/png"),
    });
  const warned = async () => {
    const pages = await Promise.all(
      [1, 2, 3, 4, 5, 6].map((page) => listRequests(testApp.ctx, admin, { status: "pending", search: "", page })),
    );
    return pages.flatMap(({ requests }) => requests.map(({ id, warnings }) => ({ id, count: warnings.length })));
  };
  const falsePairs = (await warned()).reduce((sum, { count }) => sum + count, 0) / 2;
  expect(falsePairs / ((40 * 39) / 2)).toBeLessThan(0.01);
  const copies = await Promise.all(
    [40, 60, 80].map((quality) => sharp(pictures[7]).resize({ width: 400 }).jpeg({ quality }).toBuffer()),
  );
  for (const copy of copies) {
    const id = await createTestUpgradeRequest(testApp.ctx, await createTestUser(testApp.ctx), {
      proof: asFile(copy, "image/jpeg"),
    });
    expect((await warned()).find((one) => one.id === id)?.count).toBeGreaterThanOrEqual(1);
  }
});

async function textOf(bytes: Uint8Array): Promise<string> {
  const { getDocument } = await import("pdfjs-dist/legacy/build/pdf.mjs");
  const page = await (await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise).getPage(1);
  const { items } = await page.getTextContent();
  return items.map((item) => ("str" in item ? item.str : "")).join(" ");
}

test("a receipt states the payment in both languages; unpaid requests have none", async () => {
  const [owner, admin] = [await createTestUser(ctx, { firstName: "Huda" }), await createTestAdmin(ctx)];
  const id = await createTestUpgradeRequest(ctx, owner, { plan: "rescue-plus", months: 6, reference: "TX-9" });
  const cairo = { timeZone: "Africa/Cairo" };
  await expect(
    renderReceipt(ctx, await getRequest(ctx, admin, id), { language: "en", ...cairo }),
  ).rejects.toMatchObject({
    status: 404,
  });
  await approveRequest(ctx, admin, id);
  const paid = await getRequest(ctx, admin, id);
  const english = await textOf(await renderReceipt(ctx, paid, { language: "en", ...cairo }));
  for (const text of [
    /ALP-\d{6}/,
    /\$29\.99/,
    /Rescue Plus, 6 months/,
    /Huda/,
    /TX-9/,
    /21 November 2026 to 21 May 2027/,
  ])
    expect(english).toMatch(text);
  const arabic = await textOf(await renderReceipt(ctx, paid, { language: "ar", ...cairo }));
  for (const text of [/ALP-\d{6}/, /\$29\.99/, /إيصال/, /TX-9/]) expect(arabic).toMatch(text);
});
