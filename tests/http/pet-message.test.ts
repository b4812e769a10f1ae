// Somebody holds a pet whose tag is lost or was never linked, opens its page, and has no way to tell the family.
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { messages } from "#app/features/conversations/conversations.tables.server.ts";
import { listEmergencies } from "#app/features/emergencies/emergencies.server.ts";
import { pets } from "#app/features/pets/pets.tables.server.ts";
import { escalations, scanRecords } from "#app/features/scans/scans.tables.server.ts";
import { createTestPet, signUpTestUser } from "#tests/make.ts";
import { notificationsOf } from "./finder-page.ts";
import { openSite } from "./site.ts";
import type { Visitor } from "./visitor.ts";

const site = await openSite();
const { ctx } = site;

const mona = await signUpTestUser(ctx, "mona@example.com");
await signUpTestUser(ctx, "salma@example.com");
const [asMona, asSalma] = [await site.signInAs("mona@example.com"), await site.signInAs("salma@example.com")];
const luna = await createTestPet(ctx, mona, { name: "Luna" });
const omar = await signUpTestUser(ctx, "omar@example.com");
const rocky = await createTestPet(ctx, omar, { name: "Rocky" });

const formPath = () => `/pet/${luna}/message`;

async function openForm(as: Visitor) {
  const html = await site.getText(formPath(), { as });
  return /name="token" value="([^"]*)"/.exec(html)?.[1] ?? "";
}

const kindsOf = async () =>
  (await notificationsOf(site, mona.id)).map(({ kind, params }) => `${kind} ${params.petName}`);

test("a pet's page without a tag leads a signed-in person to a form, and a visitor to sign-in", async () => {
  const read = (as?: Visitor) => site.getText(`/pet/${luna}`, { as });
  expect(await read(asSalma)).toContain(`href="${formPath()}"`);
  expect(await read()).toContain(`href="/auth?to=${encodeURIComponent(`/pet/${luna}`)}"`);
  const answer = await site.get(formPath());
  expect([answer.status, answer.headers.get("location")]).toEqual([302, `/auth?to=${encodeURIComponent(formPath())}`]);
});

test("what is sent starts one conversation, which the family and the sender continue", async () => {
  const token = await openForm(asSalma);
  const form = { token, contact: "", name: "Salma", note: "She is in my garden." };
  const answer = await site.post(formPath(), form, { as: asSalma });
  expect(answer.status).toBe(303);
  const page = answer.headers.get("location") as string;
  expect(page).toMatch(/^\/f\//);
  const again = await site.post(formPath(), form, { as: asSalma });
  expect(again.headers.get("location")).toBe(page);
  expect(await kindsOf()).toEqual(["found Luna"]);
  expect(await ctx.db.select({ body: messages.body }).from(messages)).toEqual([{ body: "She is in my garden." }]);
  const [scan] = await ctx.db.select().from(scanRecords).where(eq(scanRecords.petId, luna));
  expect(scan).toMatchObject({ medium: "profile", tagId: null, ownerId: mona.id, evidence: "human" });
  expect((await site.get(page)).status).toBe(200);
  const more = await site.post(page, { body: "Still here." }, {});
  expect(more.status).toBe(303);
  expect(await kindsOf()).toEqual(expect.arrayContaining(["message Luna"]));
});

test("who does not have the pet writes to the family from its tag's page too, without raising an alarm", async () => {
  const asOmar = await site.signInAs("omar@example.com");
  const read = (as?: Visitor) => site.getText(`/pet/${rocky}?tag=ABCD-2345`, { as });
  const page = `/pet/${rocky}/message?inquiry`;
  expect(await read(asSalma)).toContain(`href="${page}"`);
  expect(await read()).not.toContain(page);
  expect(await read(asOmar)).not.toContain(page);
  const html = await site.getText(page, { as: asSalma });
  const form = {
    token: /name="token" value="([^"]*)"/.exec(html)?.[1] ?? "",
    about: /name="about" value="([^"]*)"/.exec(html)?.[1] ?? "",
    note: "Is Rocky well again?",
    name: "Salma",
  };
  const answer = await site.post(page, form, { as: asSalma });
  expect(answer.status).toBe(303);
  const talk = answer.headers.get("location") as string;
  expect((await site.post(talk, { body: "And his paw?" }, {})).status).toBe(303);
  const sent = await notificationsOf(site, omar.id);
  expect(sent.map(({ kind, params }) => [kind, params.finderName, params.text])).toEqual(
    expect.arrayContaining([
      ["inquiry", "Salma", "Is Rocky well again?"],
      ["inquiry", "Salma", "And his paw?"],
    ]),
  );
  expect(sent).toHaveLength(2);
  expect(await ctx.db.$count(escalations, eq(escalations.ownerId, omar.id))).toBe(0);
  expect(await listEmergencies(ctx, omar)).toEqual([]);
  const status = await site.getText(talk);
  expect(status).not.toContain("six-digit code");
  const [scan] = await ctx.db.select().from(scanRecords).where(eq(scanRecords.petId, rocky));
  const details = await site.getText(`/dashboard/scan-details/${scan!.id}`, { as: asOmar });
  expect(details).toContain("Message about Rocky");
  expect(details).not.toMatch(/on-the-way|handover"/);
  expect(details).not.toContain("changed hands after this scan");
});

test("nobody writes with another page's token, without words, to their own or a removed pet", async () => {
  const count = () => ctx.db.$count(scanRecords);
  const before = await count();
  const [scan] = await ctx.db.select().from(scanRecords).where(eq(scanRecords.petId, luna));
  const token = await openForm(asSalma);
  const send = async (form: Record<string, string>, path = formPath(), as = asSalma) =>
    (await site.post(path, form, { as })).status;
  expect(await send({ token: "x".repeat(40), note: "Hello" })).toBe(404);
  expect(await send({ token: `${scan!.id}.${token.split(".")[1]}`, note: "Hello" })).toBe(404);
  expect(await send({ token, note: " " })).toBe(400);
  expect(await send({ token, note: "Hello" }, formPath(), asMona)).toBe(302);
  // A token is used up by its first message's pet.
  expect(await send({ token, note: "Hello" })).toBe(303);
  expect(await send({ token, note: "Hello" }, `/pet/${rocky}/message`)).toBe(404);
  expect(await count()).toBe(before + 1);
  await ctx.db.update(pets).set({ removedAt: ctx.clock.now() }).where(eq(pets.id, luna));
  expect(await send({ token, note: "Hello" })).toBe(404);
  expect((await site.get(formPath(), { as: asSalma })).status).toBe(404);
});
