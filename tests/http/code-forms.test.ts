// If these fail, strangers on many networks guess a code, or keep its owner from using it.
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { users } from "#app/features/users/users.tables.server.ts";
import { password, signUpTestUser } from "#tests/make.ts";
import { withTwoFactor } from "#tests/make-two-factor.ts";
import { openSite } from "./site.ts";
import { Visitor } from "./visitor.ts";

const site = await openSite();

const networks = 100;
const tries = 1_000;
const networkOf = (at: number) => `100.${64 + (at % networks)}.3.1`;
const guess = (at: number) => String((at * 7919) % 1_000_000).padStart(6, "0");

/** Returns a guess that is none of these codes. */
const wrongGuess = (codes: string[], at: number) => (codes.includes(guess(at)) ? guess(at + tries) : guess(at));
const codeIn = (text = "") => /\d{6}/.exec(text)?.[0] ?? "";

/** Posts 1,000 guesses from 100 networks, each network in a browser of its own. Returns how often each status came. */
async function attack(path: string, form: (at: number) => Record<string, string>, as: (network: number) => Visitor) {
  const browsers = Array.from({ length: networks }, (_, network) => as(network));
  const statuses: Record<number, number> = {};
  for (let at = 0; at < tries; at += 20)
    await Promise.all(
      Array.from({ length: 20 }, async (_, one) => {
        const place = at + one;
        const answer = await site.post(path, form(place), {
          as: browsers[place % networks]!,
          from: networkOf(place),
        });
        await answer.body?.cancel();
        statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
        expect(answer.headers.getSetCookie().join()).not.toContain("session_token=");
      }),
    );
  return statuses;
}

describe("1,000 tries from 100 networks", { timeout: 300_000 }, () => {
  test("at a code to a phone number open nothing, and the right code still signs in the browser that asked", async () => {
    const phone = "+201001239876";
    const owner = new Visitor();
    const from = "198.51.100.7";
    const asked = await site.post("/auth/phone", { intent: "send", phone, first: "sms" }, { as: owner, from });
    expect(asked.status).toBe(303);
    await site.runJobs();
    const code = codeIn(site.phoneMessages.findLast(({ to }) => to === phone)?.text);
    expect(code).toMatch(/^\d{6}$/);
    // They know the number, and also try the right code.
    const forged = (network: number) =>
      new Visitor().set("waiting-number", `${encodeURIComponent(phone)}.${String(network).padStart(22, "x")}`);
    const statuses = await attack(
      "/auth/phone",
      (at) => ({ intent: "code", code: at % 50 ? guess(at) : code }),
      forged,
    );
    // Refused, whether as wrong, as too many or by a busy server.
    expect(Object.keys(statuses).filter((status) => Number(status) < 400)).toEqual([]);
    const right = await site.post("/auth/phone", { intent: "code", code }, { as: owner, from });
    expect([right.status, right.headers.get("location")]).toEqual([303, "/auth/phone"]);
    const page = await site.get("/auth/phone", { as: owner, from });
    expect(await page.text()).toContain('name="firstName"');
  });

  test("at the second step, without the password, touch nobody's sign-in", async () => {
    const user = await signUpTestUser(site.ctx, "stepped@example.com");
    const { codes } = await withTwoFactor(site.ctx, user);
    const owner = new Visitor();
    const from = "198.51.100.8";
    const begun = await site.post("/auth", { intent: "signIn", email: user.email, password }, { as: owner, from });
    expect(begun.headers.get("location")).toContain("/auth/second-step");
    await attack(
      "/auth/second-step",
      (at) => ({ code: guess(at) }),
      () => new Visitor(),
    );
    const right = await site.post("/auth/second-step", { code: codes[0]! }, { as: owner, from });
    expect([right.status, right.headers.get("location")]).toEqual([303, "/dashboard"]);
  });

  test("at mailed codes of several accounts open none of them, and end the sign-ins that they belong to", async () => {
    const all = await Promise.all(
      ["one", "two", "three"].map(async (name, at) => {
        const phone = `+20100123986${at}`;
        const user = await signUpTestUser(site.ctx, `mailed-${name}@example.com`);
        await site.ctx.db.update(users).set({ phone, verifiedPhone: phone }).where(eq(users.id, user.id));
        // They hold the number, such as a reassigned one, and not the mailbox.
        const holder = new Visitor();
        const from = `198.51.101.${at}`;
        await site.post("/auth/phone", { intent: "send", phone, first: "sms" }, { as: holder, from });
        await site.runJobs();
        const code = codeIn(site.phoneMessages.findLast(({ to }) => to === phone)?.text);
        await site.post("/auth/phone", { intent: "code", code }, { as: holder, from });
        await site.post("/auth/phone", { intent: "sendEmail" }, { as: holder, from });
        await site.runJobs();
        const mailed = codeIn(site.emails.findLast(({ to }) => to === user.email)?.text);
        expect(mailed).toMatch(/^\d{6}$/);
        return { holder, from, mailed };
      }),
    );
    await attack(
      "/auth/phone",
      (at) => ({
        intent: "emailCode",
        code: wrongGuess(
          all.map(({ mailed }) => mailed),
          at,
        ),
      }),
      (network) => all[network % all.length]!.holder.copy(),
    );
    for (const { holder, from, mailed } of all) {
      const right = await site.post("/auth/phone", { intent: "emailCode", code: mailed }, { as: holder, from });
      expect(right.headers.getSetCookie().join()).not.toContain("session_token=");
    }
  });

  test("at the code that verifies a number, by several accounts, give it to none of them", async () => {
    const path = "/dashboard/settings/notifications";
    const phone = "+201001239850";
    const visitors: Visitor[] = [];
    for (let at = 0; at < 8; at++) {
      const { email } = await signUpTestUser(site.ctx, `number-${at}@example.com`);
      const visitor = await site.signInAs(email!);
      await site.post(path, { intent: "phoneSend", phone, first: "sms" }, { as: visitor, from: `198.51.102.${at}` });
      visitors.push(visitor);
    }
    await site.runJobs();
    const codes = site.phoneMessages.filter(({ to }) => to === phone).map(({ text }) => codeIn(text));
    // However many accounts ask, a number gets three codes in a quarter of an hour.
    expect(codes).toHaveLength(3);
    const statuses = await attack(
      // Answered without a page, as for a browser with scripts.
      `${path}.data`,
      (at) => ({ intent: "phoneCode", code: wrongGuess(codes, at) }),
      (network) => visitors[network % visitors.length]!.copy(),
    );
    expect(Object.keys(statuses).filter((status) => Number(status) < 400)).toEqual([]);
    for (const as of visitors)
      for (const code of codes) await site.post(path, { intent: "phoneCode", code }, { as, from: "198.51.103.1" });
    expect(await site.ctx.db.$count(users, eq(users.verifiedPhone, phone))).toBe(0);
  });
});
