// A clinic reads a lost dog's chip and nobody is told, or anybody learns by guessing which chips are registered here.
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { scanRecords } from "#app/features/scans/scans.tables.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import { createTestPet, signUpTestUser } from "#tests/make.ts";
import { notificationsOf, textOf } from "./finder-page.ts";
import { openSite, type RequestOptions } from "./site.ts";

const site = await openSite();
const { ctx } = site;
const t = ctx.translator("en");
const [known, shared, unknown] = ["985112003456789", "981000000000042", "985112003456780"];
const second = "818098100123456";

const mona = await signUpTestUser(ctx, "mona@example.com");
const salma = await signUpTestUser(ctx, "salma@example.com");
const omar = await signUpTestUser(ctx, "omar@example.com");
await createTestPet(ctx, mona, { name: "Luna", microchip: known, secondMicrochip: second });
await createTestPet(ctx, salma, { name: "Simba", microchip: shared });
await createTestPet(ctx, omar, { name: "Leo", microchip: shared });

async function read(number: string, options: RequestOptions = {}) {
  const answer = await site.get(`/chip/${number}`, options);
  const html = await answer.text();
  return { answer, html, visit: /name="visit" value="([^"]*)"/.exec(html)?.[1] ?? "" };
}

const titlesOf = async (owner: Actor) =>
  (await notificationsOf(site, owner.id)).map(({ kind, params }) => `${kind} ${params.petName} ${params.isChip ?? ""}`);

test("the box for tag codes takes a chip's number in any digits and groups", async () => {
  for (const typed of [known, "985 112 003 456 789", "٩٨٥١١٢٠٠٣٤٥٦٧٨٩"])
    for (const path of [`/t?code=${encodeURIComponent(typed)}`, `/t/${encodeURIComponent(typed)}`]) {
      const answer = await site.get(path);
      expect([answer.status, answer.headers.get("location")]).toEqual([302, `/chip/${known}`]);
    }
  expect((await site.get("/chip/98511200345678")).status).toBe(404);
});

test("a chip of one of ours tells its owner like a scan, once in half an hour", async () => {
  await read(known, { from: "198.51.20.9" });
  await site.runJobs();
  expect(await titlesOf(mona)).toEqual(["scan Luna true"]);
  const mail = site.emails.findLast(({ to }) => to === "mona@example.com");
  expect(mail?.subject).toBe(t("notifications.chipRead", { petName: "Luna" }));
  await read(known, { from: "198.51.20.9" });
  await site.runJobs();
  expect(await titlesOf(mona)).toHaveLength(1);
  expect(await ctx.db.$count(scanRecords, eq(scanRecords.medium, "chip"))).toBe(2);
});

test("a pet's second chip leads home too", async () => {
  await read(second, { from: "198.51.21.9" });
  await site.runJobs();
  expect(await titlesOf(mona)).toEqual(["scan Luna true", "scan Luna true"]);
});

test("previews, programs and the owner tell nobody", async () => {
  const before = await titlesOf(mona);
  await site.get(`/chip/${known}`, { from: "198.51.30.9", headers: { "user-agent": "curl/8.5.0" } });
  await site.get(`/chip/${known}`, { from: "198.51.31.9", headers: { "user-agent": "WhatsApp/2.24.9 A" } });
  await read(known, { from: "198.51.32.9", as: await site.signInAs("mona@example.com") });
  await site.runJobs();
  expect(await titlesOf(mona)).toEqual(before);
});

test("a message reaches every family whose pet has the chip, with the way to reach the finder", async () => {
  const { visit } = await read(shared, { from: "198.51.40.9" });
  const form = { visit, contact: "+20 100 123 4567", name: "Maadi clinic", note: "He is well and in our clinic." };
  const answer = await site.post(`/chip/${shared}`, form, { from: "198.51.40.9" });
  expect([answer.status, answer.headers.get("location")]).toEqual([303, `/chip/${shared}?sent`]);
  await site.runJobs();
  for (const owner of [salma, omar])
    expect(await titlesOf(owner)).toContain(`found ${owner === salma ? "Simba" : "Leo"} true`);
});

test("known and unknown numbers get the same answer, before and after a message", async () => {
  const clean = (html: string, number: string) =>
    textOf(html)
      .replaceAll(number, "N")
      .replace(/\d{3}( \d{3}){4}/g, "N");
  const compare = async (number: string, from: string) => {
    const { answer, html, visit } = await read(number, { from });
    const sent = await site.post(`/chip/${number}`, { visit, contact: "a@b.example" }, { from });
    const after = await site.getText(`/chip/${number}?sent`, { from });
    const names = [...answer.headers.keys()].sort();
    return [answer.status, names, clean(html, number), html.length, sent.status, clean(after, number)];
  };
  const statements = (await compare(known, "198.51.50.9")) as unknown[];
  expect(await compare(unknown, "198.51.51.9")).toEqual(statements);
});

test("a network can look up 40 numbers an hour, known or not", async () => {
  const statuses: number[] = [];
  for (let index = 0; index < 42; index++)
    statuses.push((await site.get(`/chip/9770000000000${10 + index}`, { from: "198.51.60.9" })).status);
  expect(statuses.slice(0, 40).every((status) => status === 200)).toBe(true);
  expect(statuses.slice(40)).toEqual([429, 429]);
  expect((await site.get(`/chip/${known}`, { from: "198.51.60.9" })).status).toBe(429);
});
