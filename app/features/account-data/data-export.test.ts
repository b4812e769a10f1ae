// A person who downloads their data would miss some of it, or receive somebody else's.
import { arrayBuffer } from "node:stream/consumers";
import { eq } from "drizzle-orm";
import { unzipSync } from "fflate";
import { expect, test } from "vitest";
import { createReportConversation } from "#app/features/lost-found/conversations/report-conversations.server.ts";
import { createPet } from "#app/features/pets/pets.server.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import { createTestData, emails } from "#tests/http/permission-data.ts";
import { privateValues } from "#tests/http/private-values.ts";
import { createTestPet, createTestReport, createTestUser, signUpTestUser } from "#tests/make.ts";
import { plainJpeg } from "#tests/plain-picture.ts";
import { createTestApp } from "#tests/test-app.ts";
import { createExportTicket, exportAccountData, isExportTicket } from "./data-export.server.ts";

const { ctx, setNow } = await createTestApp();

const picture = await plainJpeg(300, 200);

async function readExport(actor: Parameters<typeof exportAccountData>[1]): Promise<Record<string, string>> {
  const files = unzipSync(new Uint8Array(await arrayBuffer(await exportAccountData(ctx, actor))));
  return Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, Buffer.from(bytes).toString("utf8")]));
}

test("export contains everything about its owner, no credentials and no data of other users", async () => {
  await createTestData(ctx);
  const [owner] = await ctx.db.select().from(users).where(eq(users.email, emails.owner));
  const { "data.json": text = "", "README.txt": readme } = await readExport(owner!);
  const data = JSON.parse(text);
  const left = ["wholeAddress", "appEmails", "recoveryHash"];
  for (const [name, canary] of Object.entries(privateValues))
    expect([name, text.includes(canary)]).toEqual([name, !left.includes(name)]);
  const rocky = data.pets.pets.find((pet: { microchip: string }) => pet.microchip === privateValues.microchip);
  expect(rocky).toMatchObject({ medical: expect.anything(), contacts: [expect.anything()] });
  expect(data.scans.scans).toHaveLength(1);
  expect(data.messages.conversations[0].messages).toHaveLength(1);
  expect(data.notifications.inbox[0].deliveries.length).toBeGreaterThan(0);
  expect(text).not.toMatch(/Luna|"password"|"token"|scrypt/);
  expect(readme).toContain("Mona");
});

test("export of a user without data is complete and in their language", async () => {
  const { "data.json": text = "", "README.txt": readme } = await readExport(
    await createTestUser(ctx, { language: "ar" }),
  );
  expect(JSON.parse(text)).toMatchObject({ pets: { pets: [] }, scans: { scans: [] }, tags: { tags: [] } });
  expect(readme).toContain("أليف");
});

test("cards and photos have file names that are safe from path traversal", async () => {
  const owner = await createTestUser(ctx);
  const photo = () => new File([picture as BlobPart], "x.jpg", { type: "image/jpeg" });
  await createPet(ctx, owner, { name: "../../ مشمش\\..", type: "cat", photo: photo() } as never);
  const names = Object.keys(await readExport(owner)).filter((name) => name.includes("/"));
  expect(names).toEqual(["cards/مشمش-1.pdf", expect.stringMatching(/^photos\/مشمش-[0-9a-f]{6}\.webp$/)]);
});

test("rejects more than five exports an hour", async () => {
  const owner = await signUpTestUser(ctx, "greedy@example.com");
  await createTestPet(ctx, owner);
  for (let copy = 0; copy < 5; copy++) await readExport(owner);
  await expect(exportAccountData(ctx, owner)).rejects.toMatchObject({ status: 429 });
});

test("ticket is valid for ten minutes and for its owner only", async () => {
  const [one, two] = [await createTestUser(ctx), await createTestUser(ctx)];
  const ticket = createExportTicket(ctx, one);
  const [until = "", signed] = ticket.split(".");
  expect(isExportTicket(ctx, one, ticket)).toBe(true);
  for (const [who, forged] of [
    [two, ticket],
    [one, `${Number(until) + 600}.${signed}`],
    [one, undefined],
    [one, "x.y"],
    [one, `${until}.`],
  ] as const)
    expect(isExportTicket(ctx, who, forged)).toBe(false);
  setNow(ctx.clock.in(601_000));
  expect(isExportTicket(ctx, one, ticket)).toBe(false);
});

test("export contains what a person wrote about others' reports, and the answers to them", async () => {
  const reporter = await signUpTestUser(ctx, "reports-one@example.com");
  const writer = await signUpTestUser(ctx, "writes-one@example.com");
  const from = { address: "203.0.113.9", language: "en" as const };
  const reportId = await createTestReport(ctx, reporter, { kind: "found" });
  const about = async (body: string) => createReportConversation(ctx, reportId, { body }, { ...from, actor: writer });
  await about("canary of the writer");
  const stranger = await createTestReport(ctx, await createTestUser(ctx), { kind: "found" });
  await createReportConversation(ctx, stranger, { body: "canary of nobody" }, { ...from, actor: null });
  const { "data.json": text = "" } = await readExport(writer);
  expect(JSON.parse(text).reports.conversations).toMatchObject([
    { reportId, messages: [{ body: "canary of the writer" }] },
  ]);
  expect(text).not.toContain("canary of nobody");
});
