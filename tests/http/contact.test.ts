// A message to support would be lost, or the answer would go to us instead of the person who asked.
import { beforeEach, describe, expect, test } from "vitest";
import { createTestUser } from "#tests/make.ts";
import { openSite } from "./site.ts";

const site = await openSite();

await createTestUser(site.ctx, { role: "admin", email: "samia@example.com", language: "ar" });
await createTestUser(site.ctx, { role: "admin", email: "suspended@example.com", suspendedAt: new Date() });
await createTestUser(site.ctx, { email: "owner@example.com" });

const message = { name: "Nour", email: "Nour@Example.com", topic: "tag", body: "My tag <b>fell</b> off.\nWhat now?" };
let network = 0;
const from = () => `198.18.${++network}.1`;

beforeEach(() => {
  site.emails.length = 0;
});

describe("contact form", () => {
  test("reaches every administrator in their language, with replies going to the sender", async () => {
    const answer = await site.post("/contact", message, { from: from() });
    expect(answer.status).toBe(303);
    await site.runJobs();
    expect(site.emails.map(({ to }) => to)).toEqual(["samia@example.com"]);
    const [email] = site.emails;
    expect(email).toMatchObject({ replyTo: "nour@example.com" });
    expect(email?.subject).toContain("بطاقة");
    expect(email?.text).toContain("> My tag <b>fell</b> off.\n> What now?");
    expect(email?.html).toContain("My tag &lt;b&gt;fell&lt;/b&gt; off.");
  });

  test.each([
    ["no name", { name: " " }, "name"],
    ["no address", { email: "nour" }, "email"],
    ["two addresses", { email: "a@example.com, b@example.com" }, "email"],
    ["a header line", { email: "a@example.com\r\nBcc: b@example.com" }, "email"],
    ["no message", { body: "\u200f " }, "body"],
    ["a message of 4,001 signs", { body: "x".repeat(4_001) }, "body"],
    ["an unknown topic", { topic: "money" }, "topic"],
  ])("rejects %s and keeps the input", async (_, wrong, field) => {
    const answer = await site.post("/contact", { ...message, body: "Canary of the typed", ...wrong }, { from: from() });
    const html = await answer.text();
    expect(answer.status).toBe(400);
    expect(html).toMatch(new RegExp(`id="contact-${field}"[^>]*aria-invalid="true"`));
    if (field !== "body") expect(html).toContain("Canary of the typed");
    await site.runJobs();
    expect(site.emails).toEqual([]);
  });

  test("removes direction marks and line breaks from a name", async () => {
    await site.post("/contact", { ...message, name: "No\u202eur\r\nBcc: x@example.com" }, { from: from() });
    await site.runJobs();
    expect(site.emails[0]?.text).not.toMatch(/\u202e|^Bcc/m);
    expect(site.emails[0]?.subject).not.toContain("Bcc");
  });

  test("accepts five messages per hour and network, then rejects with 429 and keeps the input", async () => {
    const one = from();
    for (let at = 0; at < 5; at++) expect((await site.post("/contact", message, { from: one })).status).toBe(303);
    const answer = await site.post("/contact", message, { from: one });
    expect(answer.status).toBe(429);
    expect(await answer.text()).toContain("What now?");
  });
});
