// An alert about a pet would be lost while the mail server is down, or a stranger could write into its headers.
import { createECDH, randomBytes } from "node:crypto";
import { createServer, globalAgent } from "node:https";
import type { AddressInfo } from "node:net";
import { eq } from "drizzle-orm";
import certificateForTests from "smtp-server/lib/tls-options.js";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import type { Actor } from "#app/features/users/users.rules.ts";
import englishWords from "#app/locales/en/notifications.json" with { type: "json" };
import { withTransaction } from "#app/platform/db/connection/database.server.ts";
import { createTestUser, signedIn } from "#tests/make.ts";
import { notificationsFor } from "#tests/notifications.ts";
import { createTestApp } from "#tests/test-app.ts";
import { addDevice, isKnownPushHost, listDevices } from "./channels/push.server.ts";
import { notificationWords } from "./notification-texts.ts";
import type { NotificationParams, OrderNews } from "./notifications.rules.ts";
import { notificationKinds, preferencesOf } from "./notifications.rules.ts";
import {
  countUnread,
  listNotifications,
  listNotificationsSince,
  markNotificationShown,
  markNotificationsRead,
  type NewNotification,
  sendNotifications,
} from "./notifications.server.ts";
import { notifications, pushSubscriptions } from "./notifications.tables.server.ts";
import { getPreferences, updatePreferences } from "./preferences.server.ts";

let pushes: { path: string; authorization: string; topic: string }[] = [];
let answer = 201;
let isMailDown = false;
let owner: Actor;

const { key, cert } = certificateForTests();
// The test push service has a self-signed certificate.
globalAgent.options.rejectUnauthorized = false;
const service = createServer({ key: key as string, cert: cert as string }, (request, response) => {
  const { authorization = "", topic } = request.headers;
  pushes.push({ path: request.url ?? "", authorization, topic: String(topic) });
  request.resume().on("end", () => response.writeHead(answer).end());
});
await new Promise<void>((ready) => service.listen(0, "127.0.0.1", ready));
const host = `127.0.0.1:${(service.address() as AddressInfo).port}`;
const testApp = await createTestApp({ env: { PUSH_HOSTS: host } });
const { mail } = testApp.ctx;
const send = mail.send.bind(mail);
mail.send = async (message) => {
  if (isMailDown) throw new Error("connection refused");
  await send(message);
};
afterAll(() => void service.close());
beforeEach(async () => {
  await testApp.ctx.db.delete(pushSubscriptions);
  pushes = [];
  answer = 201;
  isMailDown = false;
  testApp.emails.length = 0;
  owner = await createTestUser(testApp.ctx, { language: "ar" });
});

const scan = (values: Partial<NewNotification> = {}): NewNotification => ({
  userId: owner.id,
  kind: "scan",
  params: { petName: "Rocky" },
  link: "/dashboard/scan-details/x",
  topic: "topic-1",
  ...values,
});

async function deliveries() {
  const [newest] = (await listNotifications(testApp.ctx, owner)).notifications;
  return Object.fromEntries(
    newest!.deliveries.map(({ channel, state, reason }) => [channel, reason ? `${state}: ${reason}` : state]),
  );
}

function createBrowser(path = "/push/1") {
  const curve = createECDH("prime256v1");
  curve.generateKeys();
  return {
    endpoint: `https://${host}${path}`,
    keys: { p256dh: curve.getPublicKey("base64url"), auth: randomBytes(16).toString("base64url") },
  };
}

describe("notification", () => {
  test("is in the inbox immediately and delivered by e-mail in the owner's language", async () => {
    await sendNotifications(testApp.ctx, [scan()]);
    expect(await deliveries()).toEqual({ email: "waiting", push: "off: noDevice" });
    await testApp.runJobs();
    expect(await deliveries()).toEqual({ email: "delivered", push: "off: noDevice" });
    expect(testApp.emails).toHaveLength(1);
    expect(testApp.emails[0]).toMatchObject({ to: owner.email, subject: "تم مسح بطاقة Rocky" });
    expect(testApp.emails[0]!.html).toContain('dir="rtl"');
  });

  test("is rolled back with the caller's transaction", async () => {
    const failing = withTransaction(testApp.ctx, async (tx) => {
      await sendNotifications(tx, [scan()]);
      throw new Error("the cause fell through");
    });
    await expect(failing).rejects.toThrow("fell through");
    expect((await listNotifications(testApp.ctx, owner)).notifications).toHaveLength(0);
    expect(await testApp.runJobs()).toBe(0);
  });

  test("waits while the mail server is down and is delivered once it is back", async () => {
    isMailDown = true;
    await sendNotifications(testApp.ctx, [scan()]);
    await testApp.runJobs();
    expect(await deliveries()).toMatchObject({ email: "waiting: unreachable" });
    isMailDown = false;
    await testApp.ctx.pool.query("update jobs.job set start_after = now() where state = 'retry'");
    await testApp.runJobs();
    await testApp.runJobs();
    expect(await deliveries()).toMatchObject({ email: "delivered" });
    expect(testApp.emails).toHaveLength(1);
  });

  test("keeps user input out of headers and markup", async () => {
    await sendNotifications(testApp.ctx, [
      scan({
        kind: "found",
        params: { petName: "Ro\r\nBcc: x@evil.test", finderName: "<b>K</b>", text: "<img src=x onerror=1>" },
      }),
    ]);
    await testApp.runJobs();
    expect(testApp.emails[0]!.subject).not.toMatch(/[\r\n]/);
    expect(testApp.emails[0]!.html).not.toContain("<img");
    expect(testApp.emails[0]!.html).toContain("&lt;img");
  });
});

describe("channels", () => {
  test("one that fails does not stop another; a push carries the VAPID signature", async () => {
    await addDevice(testApp.ctx, await signedIn(testApp.ctx, owner), createBrowser(), "Firefox");
    isMailDown = true;
    await sendNotifications(testApp.ctx, [scan()]);
    await testApp.runJobs();
    expect(await deliveries()).toEqual({ email: "waiting: unreachable", push: "delivered" });
    expect(pushes).toMatchObject([
      {
        path: "/push/1",
        authorization: expect.stringMatching(/^vapid t=.+, k=/),
        topic: expect.stringMatching(/^[\w-]{32}$/),
      },
    ]);
  });

  test("a push subscription that no longer exists is deleted", async () => {
    await addDevice(testApp.ctx, await signedIn(testApp.ctx, owner), createBrowser(), "Firefox");
    answer = 410;
    await sendNotifications(testApp.ctx, [scan()]);
    await testApp.runJobs();
    expect(await deliveries()).toMatchObject({ push: "off: noDevice" });
    expect(await listDevices(testApp.ctx, owner.id)).toHaveLength(0);
  });

  test("push is retried while its service is down", async () => {
    await addDevice(testApp.ctx, await signedIn(testApp.ctx, owner), createBrowser(), "Firefox");
    answer = 503;
    await sendNotifications(testApp.ctx, [scan()]);
    await testApp.runJobs();
    expect(await deliveries()).toMatchObject({ push: "waiting: unreachable" });
  });

  test("channels that the owner turned off stay off, but one always remains for finders", async () => {
    const choices = preferencesOf(null);
    choices.scan.email = false;
    await updatePreferences(testApp.ctx, owner, choices);
    expect((await getPreferences(testApp.ctx, owner)).choices.scan).toEqual({
      email: false,
      push: true,
      phone: true,
      live: true,
    });
    await addDevice(testApp.ctx, await signedIn(testApp.ctx, owner), createBrowser(), "Firefox");
    await sendNotifications(testApp.ctx, [scan()]);
    expect(await deliveries()).toEqual({ email: "off: preference", push: "waiting" });
    choices.scan.push = false;
    await expect(updatePreferences(testApp.ctx, owner, choices)).rejects.toMatchObject({
      code: "notifications.keepOneChannel",
    });
  });

  test("a notification names the plan in the reader's language", () => {
    const title = (language: "en" | "ar") =>
      notificationWords(testApp.ctx.translator(language), "plan", { plan: "comfort", days: 3 }).title;
    expect(title("en")).toContain("Comfort");
    expect(title("ar")).toContain(testApp.ctx.translator("ar")("plans.names.comfort"));
    expect(title("ar")).not.toContain("Comfort");
  });

  test("a notification without a pet's name begins with a capital; a pet's name is kept as written", () => {
    const title = (petName: string) => notificationWords(testApp.ctx.translator("en"), "scan", { petName }).title;
    const nameless = testApp.ctx.translator("en")("notifications.yourPet");
    expect(title("")).toBe(title(nameless));
    expect(title("").charAt(0)).toBe(nameless.charAt(0).toUpperCase());
    expect(title("rex").startsWith("rex")).toBe(true);
  });

  test("names, which strangers choose, cannot put a link into a title or text", () => {
    const params = {
      finderName: "Locked! Sign in at\nhttps://evil.test/x",
      petName: "go.x.co",
      ownerName: "evil｡test",
    };
    for (const kind of notificationKinds)
      for (const news of [{}, { caregiverNews: "invited" as const }, { transferNews: "offered" as const }]) {
        const { title, text } = notificationWords(testApp.ctx.translator("en"), kind, { ...params, ...news });
        expect(`${title} ${text}`, kind).not.toMatch(/https:|evil[.｡]test|x\.co|\n/);
      }
  });

  test("the scan of a tag without a pet is titled with the tag", () => {
    const titles = (["en", "ar"] as const).map(
      (language) => notificationWords(testApp.ctx.translator(language), "scan", { tagCode: "DEMO-OWNED" }).title,
    );
    expect(titles).toEqual(["Your tag DEMO-OWNED was scanned", "تم مسح بطاقتك DEMO-OWNED"]);
  });

  test("titles say what was decided", () => {
    const words = testApp.ctx.translator("en");
    const declined = notificationWords(words, "transfer", { petName: "Luna", transferNews: "declined" });
    const rejected = notificationWords(words, "plan", { plan: "comfort", planNews: "rejected" });
    expect([declined.title, rejected.title]).toEqual([
      "Luna's transfer was declined",
      "Your request for the Comfort plan wasn't approved",
    ]);
  });

  test.each(["en", "ar"] as const)("the title of each letter about one order tells what happened (%s)", (language) => {
    const t = testApp.ctx.translator(language);
    const news = Object.keys(englishWords.orderNews) as OrderNews[];
    const titles = news.map((orderNews) => notificationWords(t, "order", { orderNumber: "AL-26-1", orderNews }).title);
    expect(new Set(titles).size).toBe(13);
    for (const title of titles) expect(title).toContain("AL-26-1");
    if (language === "en") expect(titles[news.indexOf("shipped")]).toBe("Your order AL-26-1 is on its way");
  });

  test("letters about two returns of one order name what is returned", () => {
    const t = testApp.ctx.translator("en");
    const words = (productName: string) =>
      notificationWords(t, "order", { orderNumber: "AL-26-1", orderNews: "returnApproved", productName });
    expect(words("1 × Tag").title).toBe("Your return from order AL-26-1 is approved: 1 × Tag");
  });

  test("another person's pet whose name was erased is not described as the recipient's own", () => {
    const words = (kind: "transfer" | "care", params: NotificationParams) =>
      notificationWords(testApp.ctx.translator("en"), kind, params);
    expect(words("transfer", { transferNews: "offered" })).toMatchObject({
      title: "Someone would like to transfer a pet to you",
      text: "You can accept or decline.",
    });
    expect(words("care", { caregiverNews: "invited" }).title).toBe("Someone invited you to help care for a pet");
    expect(words("care", { caregiverNews: "left" }).title).toBe("Someone no longer helps care for your pet");
  });

  test("two browser windows that change different switches keep both changes, but cannot together silence finders", async () => {
    const shown = preferencesOf(null);
    const here = structuredClone(shown);
    const there = structuredClone(shown);
    here.order.email = !shown.order.email;
    there.scan.email = false;
    await updatePreferences(testApp.ctx, owner, here, shown);
    await updatePreferences(testApp.ctx, owner, there, shown);
    const kept = (await getPreferences(testApp.ctx, owner)).choices;
    expect(kept.order.email).toBe(here.order.email);
    expect(kept.scan).toEqual({ ...shown.scan, email: false });
    const third = structuredClone(shown);
    third.scan.push = false;
    await expect(updatePreferences(testApp.ctx, owner, third, shown)).rejects.toMatchObject({
      code: "notifications.keepOneChannel",
    });
  });

  test("a finder's notification is sent by e-mail when only push was chosen and there is no device", async () => {
    const choices = preferencesOf(null);
    for (const kind of ["scan", "account"] as const)
      choices[kind] = { email: false, push: true, phone: false, live: true };
    await updatePreferences(testApp.ctx, owner, choices);
    await sendNotifications(testApp.ctx, [scan()]);
    expect(await deliveries()).toEqual({ email: "waiting", push: "off: noDevice" });
    await sendNotifications(testApp.ctx, [scan({ kind: "account" })]);
    expect(await deliveries()).toEqual({ email: "off: preference", push: "off: noDevice" });
  });

  test.each([410, 503, 400])(
    "a push answered with %i makes a finder's notification go by e-mail, once",
    async (status) => {
      const choices = preferencesOf(null);
      choices.scan.email = false;
      await updatePreferences(testApp.ctx, owner, choices);
      await addDevice(testApp.ctx, await signedIn(testApp.ctx, owner), createBrowser(), "Firefox");
      answer = status;
      await sendNotifications(testApp.ctx, [scan()]);
      await testApp.runJobs();
      await testApp.ctx.pool.query("update jobs.job set start_after = now() where state = 'retry'");
      await testApp.runJobs();
      expect(await deliveries()).toMatchObject({ email: "delivered" });
      expect(testApp.emails.filter(({ to }) => to === owner.email)).toHaveLength(1);
    },
  );

  test.each(["scan", "found", "location", "message"] as const)(
    "rejects toasts as the only channel for %s",
    async (kind) => {
      const choices = preferencesOf(null);
      choices[kind] = { email: false, push: false, phone: false, live: true };
      await expect(updatePreferences(testApp.ctx, owner, choices)).rejects.toMatchObject({
        code: "notifications.keepOneChannel",
      });
      expect((await getPreferences(testApp.ctx, owner)).choices).toEqual(preferencesOf(null));
    },
  );

  test("a displayed toast counts once, and only the owner can report it", async () => {
    const [id = ""] = await sendNotifications(testApp.ctx, [scan()]);
    await Promise.all([markNotificationShown(testApp.ctx, owner, id), markNotificationShown(testApp.ctx, owner, id)]);
    expect(await deliveries()).toMatchObject({ live: "delivered" });
    const other = await createTestUser(testApp.ctx);
    for (const wrong of [id, "x", ""])
      await expect(markNotificationShown(testApp.ctx, other, wrong)).rejects.toMatchObject({ status: 404 });
  });

  test.each([
    ["https://fcm.googleapis.com/fcm/send/x", true],
    ["https://web.push.apple.com/x", true],
    ["https://updates.push.services.mozilla.com/wpush/v2/x", true],
    ["https://wns2-db5p.notify.windows.com/w/?token=x", true],
    ["http://fcm.googleapis.com/x", false],
    ["https://fcm.googleapis.com:3000/x", false],
    ["https://a:b@fcm.googleapis.com/x", false],
    ["https://fcm.googleapis.com.evil.test/x", false],
    ["https://evilpush.apple.com/x", false],
    ["https://127.0.0.1/x", false],
    ["https://localhost/x", false],
    ["file:///etc/passwd", false],
    ["not a url", false],
  ])("%s is a known push service: %s", (endpoint, known) => expect(isKnownPushHost(endpoint, [])).toBe(known));

  test("the eleventh device replaces the oldest", async () => {
    for (let number = 1; number <= 11; number++)
      await addDevice(testApp.ctx, await signedIn(testApp.ctx, owner), createBrowser(`/push/${number}`), "Chrome");
    const kept = await testApp.ctx.db.select().from(pushSubscriptions).where(eq(pushSubscriptions.userId, owner.id));
    expect(kept).toHaveLength(10);
  });
});

test("markNotificationsRead marks only the actor's own notifications", async () => {
  const other = await createTestUser(testApp.ctx);
  await sendNotifications(testApp.ctx, [scan(), scan({ link: "/other" }), scan({ userId: other.id })]);
  expect(await countUnread(testApp.ctx, owner)).toBe(2);
  await markNotificationsRead(testApp.ctx, owner, { link: "/other" });
  expect(await countUnread(testApp.ctx, owner)).toBe(1);
  await markNotificationsRead(testApp.ctx, owner);
  expect(await countUnread(testApp.ctx, owner)).toBe(0);
  expect(await countUnread(testApp.ctx, other)).toBe(1);
});

test("the inbox is sorted by time, not by id", async () => {
  const [today] = await sendNotifications(testApp.ctx, [scan({ topic: "today" })]);
  const [earlier] = await sendNotifications(testApp.ctx, [scan({ topic: "earlier" })]);
  const createdAt = new Date("2026-10-14T12:00:00Z");
  await testApp.ctx.db.update(notifications).set({ createdAt }).where(eq(notifications.id, earlier!));
  const first = await listNotifications(testApp.ctx, owner, { limit: 1 });
  expect(first).toMatchObject({ notifications: [{ topic: "today" }], next: today });
  const second = await listNotifications(testApp.ctx, owner, { limit: 1, before: today! });
  expect(second).toMatchObject({ notifications: [{ topic: "earlier" }], next: null });
});

test("the inbox is paged by the last id and a stream catches up by time", async () => {
  for (let number = 0; number < 5; number++) await sendNotifications(testApp.ctx, [scan({ topic: `t${number}` })]);
  const first = await listNotifications(testApp.ctx, owner, { limit: 2 });
  const second = await listNotifications(testApp.ctx, owner, { limit: 2, before: first.next as string });
  expect([...first.notifications, ...second.notifications].map((notification) => notification.topic)).toEqual([
    "t4",
    "t3",
    "t2",
    "t1",
  ]);
  expect(await listNotificationsSince(testApp.ctx, owner.id, new Date("2026-11-21T11:59:59Z"))).toHaveLength(5);
  expect(await listNotificationsSince(testApp.ctx, owner.id, new Date("2026-11-21T12:00:01Z"))).toHaveLength(0);
  expect((await notificationsFor(testApp.ctx, owner.id)).length).toBe(5);
});
