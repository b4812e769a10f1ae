// A finder would not see whether the family knows, or could not read its answer.
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { conversations, messages } from "#app/features/conversations/conversations.tables.server.ts";
import { activateTag, deactivateTag } from "#app/features/tags/tags.server.ts";
import { createId } from "#app/platform/db/uuid.server.ts";
import { createClaimedTag, signUpTestUser } from "#tests/make.ts";
import { openFinderApp } from "./finder-app.ts";
import { notificationsOf, textOf } from "./finder-page.ts";

const here = await openFinderApp();
const { site, reportFound } = here;

const t = site.ctx.translator("en");

describe("finder's status page", () => {
  test("shows what has happened step by step and both sides' messages", async () => {
    const { path, scan } = await reportFound({ note: "He is with me" });
    const live = async () => textOf(await site.getText(`${path}/live`));
    expect(await live()).toContain("He is with me");
    expect(await live()).toContain(t("finderPage.status.awaited"));
    expect(await live()).toContain(t("finderPage.status.steps.notSeen"));
    const page = `/dashboard/scan-details/${scan.id}`;
    await site.get(page, { as: here.as });
    expect(await live()).toContain(t("finderPage.status.steps.notSeen"));
    await site.post(page, { intent: "seen" }, { as: here.as });
    expect(await live()).toContain(t("finderPage.status.steps.seen"));
    await site.post(page, { intent: "on-the-way" }, { as: here.as });
    expect(await live()).toContain(t("finderPage.status.someone"));
    await site.post(page, { intent: "reply", body: "Thank you! I am coming." }, { as: here.as });
    expect(await live()).toContain("Thank you! I am coming.");
    expect(await live()).not.toContain(t("finderPage.status.awaited"));
    const html = await site.getText(path);
    expect(html).toContain(`<iframe src="${path}/live"`);
    expect((await site.get(`${path}/live`)).headers.get("refresh")).toBe("5");
    for (const secret of [here.owner.email, here.owner.lastName, "203.0.113"])
      expect(html + (await live())).not.toContain(secret);
  });

  test("leads to earlier messages than the newest 500, as the owner's page does", async () => {
    const { path, scan } = await reportFound({ note: "The very first message" });
    const rows = Array.from({ length: 500 }, (_, at) => ({ author: "finder" as const, body: `more ${at}` }));
    await site.ctx.db
      .insert(messages)
      .values(rows.map((row) => ({ ...row, id: createId(), conversationId: scan.conversationId! })));
    const pages = [
      { address: `${path}/live`, visitor: {} },
      { address: `/dashboard/scan-details/${scan.id}`, visitor: { as: here.as } },
    ];
    for (const { address, visitor } of pages) {
      const read = (search: string) => site.getText(address + search, visitor);
      const latest = await read("");
      expect(textOf(latest)).toContain("more 499");
      expect(textOf(latest)).toContain(t("conversations.earlier"));
      expect(textOf(latest)).not.toContain("The very first message");
      const earlier = await read(/\?before=[\w-]+/.exec(latest)![0]);
      expect(textOf(earlier)).toContain("The very first message");
      expect(textOf(earlier)).not.toContain("more 499");
      expect(textOf(earlier)).not.toContain(t("conversations.earlier"));
      expect(textOf(earlier)).toContain(t("conversations.latest"));
    }
  });

  test("says on the owner's page that the finder cannot answer any more once the tag is deactivated", async () => {
    const { path, scan } = await reportFound({ note: "He is with me" });
    const page = `/dashboard/scan-details/${scan.id}`;
    const read = async (address: string) => textOf(await site.getText(address, { as: here.as }));
    expect(await read(page)).not.toContain(t("conversations.oneWay"));
    await deactivateTag(site.ctx, here.owner, here.tag.id);
    expect(await read(page)).toContain(t("conversations.oneWay"));
    expect(textOf(await site.getText(path))).toContain(t("finderPage.accessEnd.tagGone"));
    await activateTag(site.ctx, here.owner, here.tag.id);
  });

  test("refers to the tag and its owner if the tag has no pet", async () => {
    here.tag = await createClaimedTag(site.ctx, here.owner);
    const { path, scan } = await reportFound({ note: "It wears your tag" });
    await site.post(`/dashboard/scan-details/${scan.id}`, { intent: "reply", body: "Thank you!" }, { as: here.as });
    const live = textOf(await site.getText(`${path}/live`));
    for (const sentence of ["finderPage.finder.ownerAlerted", "conversations.owner"] as const)
      expect(live).toContain(t(sentence));
    expect(textOf(await site.getText(path))).toContain(t("finderPage.status.backToTag"));
  });

  test("accepts messages, notifies the owner, and keeps rejected input", async () => {
    const { path, scan } = await reportFound({ note: "He is with me" });
    const sent = await site.post(path, { body: "We are at the corner" }, { from: here.from });
    expect([sent.status, sent.headers.get("location")]).toEqual([303, `${path}?sent=1#write`]);
    const notification = (await notificationsOf(site, here.owner.id, "message")).at(-1);
    expect([notification?.params.text, notification?.link]).toEqual([
      "We are at the corner",
      `/dashboard/scan-details/${scan.id}`,
    ]);
    for (const [body, sentence] of [
      ["   ", t("form.required")],
      [`${"x".repeat(2001)}`, t("form.maxLength", { length: 2000 })],
    ] as const) {
      const refused = await site.post(path, { body }, { from: here.from });
      const html = await refused.text();
      expect([refused.status, textOf(html).includes(sentence), html.includes(body)]).toEqual([400, true, true]);
    }
    expect(
      (
        await site.send(
          path,
          {
            method: "POST",
            body: "broken",
            headers: { "sec-fetch-site": "same-origin", "content-type": "multipart/form-data" },
          },
          { from: here.from },
        )
      ).status,
    ).toBe(400);
  });

  test("can be muted, closed, reported and reopened by the owner", async () => {
    const { path, scan } = await reportFound({ note: "He is with me" });
    const page = `/dashboard/scan-details/${scan.id}`;
    const press = async (intent: string) => {
      const answer = await site.post(page, { intent }, { as: here.as });
      expect([intent, answer.status, answer.headers.get("location")]).toEqual([intent, 303, `${page}#conversation`]);
      return textOf(await site.getText(page, { as: here.as }));
    };
    const write = async (body: string) => (await site.post(path, { body }, { from: here.from })).status;
    const received = async () =>
      (await notificationsOf(site, here.owner.id, "message")).map(({ params }) => params.text);

    expect(await press("mute")).toContain(t("conversations.states.muted"));
    expect(await write("A muted word")).toBe(303);
    expect(textOf(await site.getText(page, { as: here.as }))).toContain("A muted word");
    const hasForm = async () => (await site.getText(page, { as: here.as })).includes('name="body"');
    expect(await hasForm()).toBe(true);
    expect(await press("close")).toContain(t("conversations.states.closed"));
    expect(await hasForm(), "a closed conversation has no reply form, since the finder would not be told").toBe(false);
    const refused = await site.post(page, { intent: "reply", body: "Kept in its box" }, { as: here.as });
    const again = await refused.text();
    expect([
      refused.status,
      textOf(again).includes(t("conversations.reopenFirst")),
      again.includes("Kept in its box"),
    ]).toEqual([409, true, true]);
    expect(await write("A word too late")).toBeGreaterThanOrEqual(400);
    expect(await press("reopen")).not.toContain(t("conversations.states.closed"));
    expect(await write("A word again")).toBe(303);
    expect(await press("report")).toContain(t("conversations.states.reported"));
    expect(await write("A word after the report")).toBeGreaterThanOrEqual(400);

    const html = textOf(await site.getText(page, { as: here.as }));
    for (const lost of ["A word too late", "A word after the report"]) expect(html).not.toContain(lost);
    expect(await received()).toContain("A word again");
    expect(await received()).not.toContain("A muted word");

    await signUpTestUser(site.ctx, `stranger-${scan.id}@example.com`);
    const stranger = await site.signInAs(`stranger-${scan.id}@example.com`);
    expect((await site.post(page, { intent: "reopen" }, { as: stranger })).status).toBe(404);
    expect(textOf(await site.getText(page, { as: here.as }))).toContain(t("conversations.states.reported"));
  });

  test("requires its key: any other gives 404 with a message, for reading and writing", async () => {
    const { path } = await reportFound({ note: "He is with me" });
    const key = path.slice(3);
    const wrong = [
      key.slice(0, -1),
      `${key}A`,
      key.toLowerCase(),
      "x".repeat(43),
      "%00",
      "..%2f..%2f",
      ...[0, 10, 21, 30, 40].map((at) => key.slice(0, at) + (key[at] === "A" ? "B" : "A") + key.slice(at + 1)),
    ];
    for (const one of wrong) {
      const answer = await site.get(`/f/${one}`);
      expect([one, answer.status, textOf(await answer.text()).includes(t("finderPage.status.notFoundTitle"))]).toEqual([
        one,
        404,
        true,
      ]);
      expect((await site.get(`/f/${one}/live`)).status).toBe(404);
      expect((await site.post(`/f/${one}`, { body: "x" }, { from: here.from })).status).toBe(404);
    }
    expect((await site.get(path, { language: "ar" })).status).toBe(200);
  });
});

test.each(["en", "ar"] as const)("says that the conversation was deleted with the account, in %s", async (language) => {
  const words = site.ctx.translator(language);
  const { path, scan } = await reportFound({ note: "He is with me" });
  await site.ctx.db.delete(conversations).where(eq(conversations.id, scan.conversationId!));
  for (const answer of [
    await site.get(path, { language }),
    await site.post(path, { body: "Are you there?" }, { from: here.from, language }),
  ]) {
    expect(answer.status).toBe(410);
    const text = textOf(await answer.text());
    expect(text).toContain(words("finderPage.status.deletedTitle"));
    expect(text).toContain(textOf(words("finderPage.status.deletedText")));
  }
});
