// Protects people who stop an e-mail in their mail program: one click there is enough, and alarms still reach them.
import { expect, test } from "vitest";
import { notificationKinds } from "#app/features/notifications/notifications.rules.ts";
import { getUnsubscribeHeaders } from "#app/features/notifications/preferences/unsubscribe.server.ts";
import { getPreferences } from "#app/features/notifications/preferences.server.ts";
import { createTestUser } from "#tests/make.ts";
import { textOf } from "./finder-page.ts";
import { openSite } from "./site.ts";

const site = await openSite();
const { ctx } = site;

const pathOf = (headers: Record<string, string>) => new URL(headers["List-Unsubscribe"]!.slice(1, -1)).pathname;

/** Sends what a mail program sends: no cookie, no origin, no headers of a browser. */
const clickOnce = (path: string) =>
  site.send(path, {
    method: "POST",
    body: "List-Unsubscribe=One-Click",
    headers: { "content-type": "application/x-www-form-urlencoded" },
  });

test("one click of a mail program stops the e-mails of one kind, and the page turns them on again", async () => {
  const owner = await createTestUser(ctx);
  const headers = getUnsubscribeHeaders(ctx, owner.id, "reminder");
  expect(headers["List-Unsubscribe-Post"]).toBe("List-Unsubscribe=One-Click");
  const path = pathOf(headers);
  const emailOf = async () => {
    const { choices } = await getPreferences(ctx, owner);
    return notificationKinds.filter((kind) => choices[kind].email);
  };
  const before = await emailOf();
  // Opening the page, as scanners of links do, changes nothing.
  expect((await site.get(path)).status).toBe(200);
  expect(await emailOf()).toEqual(before);
  expect((await clickOnce(path)).status).toBe(204);
  expect((await clickOnce(path)).status).toBe(204);
  expect(await emailOf()).toEqual(before.filter((kind) => kind !== "reminder"));
  for (const language of ["en", "ar"] as const) {
    const page = textOf(await site.getText(path, { language }));
    expect(page).toContain(ctx.translator(language)("notifications.unsubscribe.done"));
  }
  expect((await site.post(path, { isOn: "1" })).status).toBe(303);
  expect(await emailOf()).toEqual(before);
});

test("an alarm offers no such link, and a key works for its own account and kind only", async () => {
  const [owner, other] = [await createTestUser(ctx), await createTestUser(ctx)];
  expect(getUnsubscribeHeaders(ctx, owner.id, "found")).toEqual({});
  expect(getUnsubscribeHeaders(ctx, owner.id, "scan")).toEqual({});
  const path = pathOf(getUnsubscribeHeaders(ctx, owner.id, "order"));
  const [, mac] = /\.([^.]+)$/.exec(path)!;
  for (const forged of [
    `/unsubscribe/${other.id}.order.${mac}`,
    `/unsubscribe/${owner.id}.plan.${mac}`,
    `/unsubscribe/${owner.id}.found.${mac}`,
    `/unsubscribe/${owner.id}.order`,
    "/unsubscribe/x",
  ])
    expect([forged, (await clickOnce(forged)).status]).toEqual([forged, 404]);
  expect((await getPreferences(ctx, owner)).choices.order.email).toBe(true);
});
