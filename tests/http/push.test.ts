// Alerts about a pet would go on to a device from which its owner signed out.
import { createECDH, randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { suspendUser } from "#app/features/admin/users/manage-users.server.ts";
import { listDevices } from "#app/features/notifications/channels/push.server.ts";
import { createTestAdmin, password, signUpTestUser } from "#tests/make.ts";
import { openSite } from "./site.ts";
import type { Visitor } from "./visitor.ts";

const site = await openSite();

let made = 0;
const next = "Windy-walk-8";

async function turnOn(as: Visitor): Promise<string> {
  const ecdh = createECDH("prime256v1");
  const endpoint = `https://fcm.googleapis.com/fcm/send/${++made}`;
  const keys = { p256dh: ecdh.generateKeys("base64url"), auth: randomBytes(16).toString("base64url") };
  const body = JSON.stringify({ on: { endpoint, keys } });
  const headers = { "content-type": "application/json", "sec-fetch-site": "same-origin", origin: site.publicUrl };
  const answer = await site.send("/push", { method: "POST", body, headers }, { as });
  expect(answer.status).toBe(200);
  return endpoint;
}

/** Creates a user signed in with two browsers that both receive push notifications. */
async function createUserWithTwoDevices() {
  const email = `push${++made}@example.com`;
  const { id } = await signUpTestUser(site.ctx, email);
  const [here, there] = [await site.signInAs(email), await site.signInAs(email)];
  const endpoints = [await turnOn(here), await turnOn(there)];
  const devices = async () =>
    (await listDevices(site.ctx, id)).map(({ endpoint }) => endpoints.indexOf(endpoint)).sort();
  expect(await devices()).toEqual([0, 1]);
  return { id, email, here, there, devices };
}

test("signing out ends push notifications of that browser only", async () => {
  const { here, devices } = await createUserWithTwoDevices();
  await site.post("/auth/sign-out", {}, { as: here });
  expect(await devices()).toEqual([1]);
});

test("a new password ends push notifications of every other browser", async () => {
  const { here, devices } = await createUserWithTwoDevices();
  const form = { intent: "password", currentPassword: password, newPassword: next, confirmPassword: next };
  expect((await site.post("/dashboard/settings", form, { as: here })).status).toBe(303);
  expect(await devices()).not.toContain(1);
});

test("a password reset by e-mail ends all push notifications", async () => {
  const { email, devices } = await createUserWithTwoDevices();
  await site.post("/auth/forgot", { email }, { from: `198.20.${made}.1` });
  await site.runJobs();
  const token = /token=([\w-]+)/.exec(site.emails.findLast(({ to }) => to === email)?.text ?? "")?.[1] ?? "";
  const form = { token, password: next, confirmPassword: next };
  expect((await site.post(`/auth/reset?token=${token}`, form)).status).toBe(303);
  expect(await devices()).toEqual([]);
});

test("suspension ends all push notifications", async () => {
  const { id, devices } = await createUserWithTwoDevices();
  const admin = await createTestAdmin(site.ctx);
  await suspendUser(site.ctx, admin, { userId: id, version: 1 }, "test");
  expect(await devices()).toEqual([]);
});
