// An owner would never get an alert because the mail server was down for a while, or get it twice.
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from "node:crypto";
import { createServer, globalAgent } from "node:https";
import type { AddressInfo } from "node:net";
import { and, eq } from "drizzle-orm";
import certificateForTests from "smtp-server/lib/tls-options.js";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { deleteSession } from "#app/features/auth/sessions/end-sessions.server.ts";
import { updateConsent } from "#app/features/phone/consent.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import { createTestUser, signedIn } from "#tests/make.ts";
import { createTestApp } from "#tests/test-app.ts";
import { addDevice, getVapidKeys, listDevices } from "../channels/push.server.ts";
import { sendNotifications } from "../notifications.server.ts";
import { notificationDeliveries } from "../notifications.tables.server.ts";
import { notificationJobs } from "./deliver.server.ts";

interface Push {
  body: Buffer;
  headers: Record<string, string | string[] | undefined>;
}

const pushes: Push[] = [];
const { key, cert } = certificateForTests();
const service = createServer({ key: key as string, cert: cert as string }, (request, response) => {
  const pieces: Buffer[] = [];
  request.on("data", (piece: Buffer) => pieces.push(piece));
  request.on("end", () => {
    pushes.push({ body: Buffer.concat(pieces), headers: request.headers });
    response.writeHead(201).end();
  });
});

let owner: Actor;
let isMailDown = false;
globalAgent.options.rejectUnauthorized = false;
await new Promise<void>((ready) => service.listen(0, "127.0.0.1", ready));
const host = `127.0.0.1:${(service.address() as AddressInfo).port}`;
const origin = `https://${host}`;
const testApp = await createTestApp({ env: { PUSH_HOSTS: host } });
const send = testApp.ctx.mail.send.bind(testApp.ctx.mail);
testApp.ctx.mail.send = async (message) => {
  if (isMailDown) throw new Error("connection refused");
  await send(message);
};
afterAll(() => void service.close());
beforeEach(async () => {
  isMailDown = false;
  pushes.length = 0;
  owner = await createTestUser(testApp.ctx, { language: "ar" });
});

async function createFinderNotification(text = "هو معي وبخير"): Promise<string> {
  const notification = {
    userId: owner.id,
    kind: "found" as const,
    params: { petName: "روكي", finderName: "نور", text },
    link: "/dashboard/scan-details/x",
    topic: "0199-topic",
  };
  return (await sendNotifications(testApp.ctx, [notification]))[0]!;
}

async function stateOf(notificationId: string, channel: "email" | "push" | "phone") {
  const [row] = await testApp.ctx.db
    .select()
    .from(notificationDeliveries)
    .where(and(eq(notificationDeliveries.notificationId, notificationId), eq(notificationDeliveries.channel, channel)));
  return row && [row.state, row.attempts, row.reason];
}

const [byEmail, byPush] = notificationJobs;
const deliverOnce = (notificationId: string, attempt: number, isLast = false) =>
  byEmail!.work(testApp.ctx, { notificationId }, { attempt, isLast });

describe("e-mail that cannot be sent", () => {
  test("counts its attempts and fails after the last one", async () => {
    isMailDown = true;
    const id = await createFinderNotification();
    expect(await stateOf(id, "email")).toEqual(["waiting", 0, null]);
    for (const attempt of [1, 2, 3]) {
      await expect(deliverOnce(id, attempt)).rejects.toThrow("connection refused");
      expect(await stateOf(id, "email")).toEqual(["waiting", attempt, "unreachable"]);
    }
    await expect(deliverOnce(id, 31, true)).rejects.toThrow("connection refused");
    expect(await stateOf(id, "email")).toEqual(["failed", 31, "unreachable"]);
  });

  test("is delivered once when the mail server is back, however often its job runs", async () => {
    isMailDown = true;
    const id = await createFinderNotification();
    await expect(deliverOnce(id, 1)).rejects.toThrow();
    isMailDown = false;
    await deliverOnce(id, 2);
    await deliverOnce(id, 3);
    expect(await stateOf(id, "email")).toEqual(["delivered", 2, null]);
    expect(testApp.emails.filter((message) => message.key === id)).toHaveLength(1);
  });

  test("is dropped without an error when its notification or account was deleted", async () => {
    await deliverOnce("00000000-0000-7000-8000-000000000000", 1);
    const id = await createFinderNotification();
    await testApp.ctx.pool.query("delete from users where id = $1", [owner.id]);
    await deliverOnce(id, 1);
    expect(testApp.emails.some((message) => message.key === id)).toBe(false);
  });
});

function createBrowser() {
  const keys = createECDH("prime256v1");
  keys.generateKeys();
  const secret = randomBytes(16);
  const device = {
    endpoint: `${origin}/push/${randomBytes(6).toString("hex")}`,
    keys: { p256dh: keys.getPublicKey("base64url"), auth: secret.toString("base64url") },
  };
  return { keys, secret, device };
}

/** Decrypts a push as a browser does (RFC 8291 §3.4, RFC 8188 §2): one aes128gcm record. */
function decrypt(body: Buffer, { keys, secret }: ReturnType<typeof createBrowser>) {
  const salt = body.subarray(0, 16);
  const theirs = body.subarray(21, 21 + body[20]!);
  const about = Buffer.concat([Buffer.from("WebPush: info\0"), keys.getPublicKey(), theirs]);
  const material = Buffer.from(hkdfSync("sha256", keys.computeSecret(theirs), secret, about, 32));
  const derive = (what: string, length: number) =>
    Buffer.from(hkdfSync("sha256", material, salt, Buffer.from(`Content-Encoding: ${what}\0`), length));
  const sealed = body.subarray(21 + body[20]!);
  const decipher = createDecipheriv("aes-128-gcm", derive("aes128gcm", 16), derive("nonce", 12));
  decipher.setAuthTag(sealed.subarray(-16));
  const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  return JSON.parse(plain.subarray(0, plain.lastIndexOf(2)).toString("utf8"));
}

describe("push", () => {
  test("can be read only by its browser, and says in the owner's language what happened, with a link", async () => {
    const browser = createBrowser();
    await addDevice(testApp.ctx, await signedIn(testApp.ctx, owner), browser.device, "Chrome");
    const id = await createFinderNotification();
    await byPush!.work(testApp.ctx, { notificationId: id }, { attempt: 1, isLast: false });
    expect(await stateOf(id, "push")).toEqual(["delivered", 1, null]);
    expect(pushes).toHaveLength(1);
    expect(pushes[0]!.body.includes("روكي")).toBe(false);
    const { notification, web_push } = decrypt(pushes[0]!.body, browser);
    expect(web_push).toBe(8030);
    expect(notification).toMatchObject({
      body: "هو معي وبخير",
      lang: "ar",
      dir: "rtl",
      navigate: "/dashboard/scan-details/x",
      tag: "0199-topic",
      data: { notificationId: id },
    });
    expect(notification.title).toMatch(/روكي|نور/);
    expect(() => decrypt(pushes[0]!.body, createBrowser())).toThrow();
  });

  test("is signed with the installation's key for that service only, and is urgent", async () => {
    await addDevice(testApp.ctx, await signedIn(testApp.ctx, owner), createBrowser().device, "Chrome");
    const id = await createFinderNotification("x".repeat(2_000));
    await byPush!.work(testApp.ctx, { notificationId: id }, { attempt: 1, isLast: false });
    const { headers, body } = pushes[0]!;
    const [, token = "", given = ""] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(String(headers.authorization)) ?? [];
    const { publicKey } = await getVapidKeys(testApp.ctx);
    expect(given).toBe(publicKey);
    const [head = "", claims = "", signature = ""] = token.split(".");
    const point = Buffer.from(publicKey, "base64url");
    const jwk = {
      kty: "EC",
      crv: "P-256",
      x: point.subarray(1, 33).toString("base64url"),
      y: point.subarray(33).toString("base64url"),
    };
    const isRight = verify(
      "sha256",
      Buffer.from(`${head}.${claims}`),
      { key: createPublicKey({ key: jwk, format: "jwk" }), dsaEncoding: "ieee-p1363" },
      Buffer.from(signature, "base64url"),
    );
    expect(isRight).toBe(true);
    expect(JSON.parse(Buffer.from(claims, "base64url").toString())).toMatchObject({ aud: origin });
    expect(headers).toMatchObject({ urgency: "high", ttl: "3600", "content-encoding": "aes128gcm" });
    expect(body.byteLength).toBeLessThan(4096);
  });

  test("is delivered whatever the notification is about, replacing the earlier one about the same", async () => {
    await addDevice(testApp.ctx, await signedIn(testApp.ctx, owner), createBrowser().device, "Chrome");
    for (const topic of ["reminder:0199-a", "reminder:0199-a", "plan-end:0199-b", "0199-c.caregivers"]) {
      const notification = {
        userId: owner.id,
        kind: "reminder" as const,
        params: { petName: "روكي" },
        link: "/",
        topic,
      };
      const [id = ""] = await sendNotifications(testApp.ctx, [notification]);
      await byPush!.work(testApp.ctx, { notificationId: id }, { attempt: 1, isLast: false });
      expect([topic, await stateOf(id, "push")]).toEqual([topic, ["delivered", 1, null]]);
    }
    const topics = pushes.map(({ headers }) => String(headers.topic));
    expect(topics[0]).toMatch(/^[\w-]{1,32}$/);
    expect(topics[1]).toBe(topics[0]);
    expect(new Set(topics).size).toBe(3);
  });

  test("rejects an endpoint of another account without its browser's keys", async () => {
    const { device } = createBrowser();
    await addDevice(testApp.ctx, await signedIn(testApp.ctx, owner), device, "Chrome");
    const thief = await createTestUser(testApp.ctx);
    const stolen = { endpoint: device.endpoint, keys: createBrowser().device.keys };
    await expect(addDevice(testApp.ctx, await signedIn(testApp.ctx, thief), stolen, "Chrome")).rejects.toMatchObject({
      code: "notifications.pushElsewhere",
    });
    expect((await listDevices(testApp.ctx, owner.id)).map(({ auth }) => auth)).toEqual([device.keys.auth]);
    expect(await listDevices(testApp.ctx, thief.id)).toEqual([]);
  });

  test("ends when its session is deleted or expires", async () => {
    const first = await signedIn(testApp.ctx, owner);
    await addDevice(testApp.ctx, first, createBrowser().device, "Chrome");
    await deleteSession(testApp.ctx, { id: first.sessionId, userId: owner.id });
    expect(await stateOf(await createFinderNotification(), "push")).toEqual(["off", 0, "noDevice"]);
    await addDevice(testApp.ctx, await signedIn(testApp.ctx, owner), createBrowser().device, "Chrome");
    expect(await listDevices(testApp.ctx, owner.id)).toHaveLength(1);
    const now = testApp.ctx.clock.now();
    testApp.setNow(new Date(now.getTime() + 8 * 24 * 3_600_000));
    expect(await listDevices(testApp.ctx, owner.id)).toEqual([]);
    expect(await stateOf(await createFinderNotification(), "push")).toEqual(["off", 0, "noDevice"]);
    testApp.setNow(now);
  });

  test("is not sent to a browser that now belongs to another account", async () => {
    const browser = createBrowser();
    await addDevice(testApp.ctx, await signedIn(testApp.ctx, owner), browser.device, "Chrome");
    const next = await createTestUser(testApp.ctx);
    await addDevice(testApp.ctx, await signedIn(testApp.ctx, next), browser.device, "Chrome");
    const id = await createFinderNotification();
    expect(await stateOf(id, "push")).toEqual(["off", 0, "noDevice"]);
  });
});

describe("phone message", () => {
  const [, , byPhone] = notificationJobs;

  /** Creates an owner whose number gets messages. */
  async function createPhoneOwner() {
    const { ctx } = testApp;
    const number = `+2010${String(Date.now()).slice(-8)}`;
    owner = await createTestUser(ctx, { phone: number });
    await ctx.db.update(users).set({ verifiedPhone: number }).where(eq(users.id, owner.id));
    await updateConsent(ctx, number, "agreed", "en");
  }

  test("is sent for a text in which an emoji stands where it is cut", async () => {
    await createPhoneOwner();
    const id = await createFinderNotification(`${"x".repeat(199)}🐕 in the garden`);
    await byPhone!.work(testApp.ctx, { notificationId: id }, { attempt: 1, isLast: false });
    expect(await stateOf(id, "phone")).toEqual(["sent", 1, null]);
  });

  test("is not sent beyond a hundred a day, so that one user cannot use up everybody's messages", async () => {
    await createPhoneOwner();
    const deliverByPhone = async () => {
      const notificationId = await createFinderNotification();
      await byPhone!.work(testApp.ctx, { notificationId }, { attempt: 1, isLast: false });
      return (await stateOf(notificationId, "phone"))?.filter((one) => typeof one === "string");
    };
    expect(await deliverByPhone()).toEqual(["sent"]);
    await testApp.ctx.limits.take({ name: "phone-finder-user", points: 100, span: 86_400 }, owner.id, 99);
    expect(await deliverByPhone()).toEqual(["off", "dayLimit"]);
  });

  test("stays delivered when the carrier reports that before the sending is recorded", async () => {
    await createPhoneOwner();
    const id = await createFinderNotification();
    const { jobs } = testApp.ctx;
    const quick = {
      ...testApp.ctx,
      jobs: {
        ...jobs,
        async send(...args: Parameters<typeof jobs.send>) {
          await jobs.send(...args);
          await testApp.ctx.db
            .update(notificationDeliveries)
            .set({ state: "delivered" })
            .where(and(eq(notificationDeliveries.notificationId, id), eq(notificationDeliveries.channel, "phone")));
        },
      },
    };
    await byPhone!.work(quick, { notificationId: id }, { attempt: 1, isLast: false });
    expect((await stateOf(id, "phone"))?.[0]).toBe("delivered");
  });
});
