// Anybody could find out who has an account here, or fill a person's mailbox with our e-mails.
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { sessions, signInMethods } from "#app/features/auth/auth.tables.server.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import { password, signUpTestUser } from "#tests/make.ts";
import { recordStatements } from "./recorded-statements.ts";
import { openSite } from "./site.ts";
import { Visitor } from "./visitor.ts";

const site = await openSite();

// Rate limits count per network, so each test uses a network of its own.
let network = 0;
let from = "";
beforeEach(() => {
  from = `198.18.${++network}.1`;
});

const nobody = { firstName: "Mona", lastName: "Nassar", password };
const signUp = (email: string, more: Record<string, string> = {}) =>
  site.post("/auth?mode=sign-up", { intent: "signUp", ...nobody, email, ...more }, { from });
const signIn = (email: string, secret: string, more = {}) =>
  site.post("/auth", { intent: "signIn", email, password: secret }, { from, ...more });

const varying = ["x-request-id", "date", "content-security-policy"];

/** Returns the whole response as text, without the parts that differ between any two responses. */
async function comparable(answer: Response): Promise<string> {
  const headers = [...answer.headers]
    .filter(([name]) => !varying.includes(name))
    // The cookie that binds a sign-up to its browser is random each time, for known addresses too; toasts have a time.
    .map((pair) => pair.join(": ").replace(/(sign_up=)[\w-]+|(?<=%22at%22%3A)\d+/g, "$1…"));
  const body = (await answer.text())
    .replace(/nonce="[^"]*"/g, "")
    // Every sign-in page has a challenge of its own for passkeys.
    .replace(/(challenge\\?",\\?")[\w-]+/g, "$1…")
    .replace(/"at",\d+|\\"at\\",\d+/g, "")
    .replace(/20\d\d-\d\d-\d\dT[\d:.]+Z/g, "");
  return [answer.status, ...headers, body].join("\n");
}

async function says(answer: Response, sentence: string): Promise<boolean> {
  return (await answer.text()).replaceAll("&#x27;", "'").includes(sentence);
}

const userOf = async (email: string) => (await site.ctx.db.select().from(users).where(eq(users.email, email)))[0];

describe("sign-up", () => {
  test("responds to a known address exactly as to a new one, verified or not", async () => {
    const asNew = await comparable(await signUp("new@example.com"));
    expect(asNew).toContain("location: /auth/check-email");
    const asWaiting = await comparable(await signUp("new@example.com"));
    await site.ctx.db.update(users).set({ emailVerified: true }).where(eq(users.email, "new@example.com"));
    const asKnown = await comparable(await signUp("new@example.com", { password: "Another-walk-9" }));
    expect(asWaiting).toBe(asNew);
    expect(asKnown).toBe(asNew);
    await site.runJobs();
    const subjects = site.emails.filter(({ to }) => to === "new@example.com").map(({ subject }) => subject);
    expect(subjects).toContain("Confirm your email address");
    expect(subjects).toContain("You already have an account");
    expect((await signIn("new@example.com", "Another-walk-9")).status).toBe(401);
  });

  test("creates one account from twelve concurrent requests with the same address, with equal responses", async () => {
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, at) => {
        from = `198.20.${at}.1`;
        return signUp("twelve@example.com").then(comparable);
      }),
    );
    expect(new Set(answers).size).toBe(1);
    expect(await site.ctx.db.select().from(users).where(eq(users.email, "twelve@example.com"))).toHaveLength(1);
  });

  test("e-mails an address at most five times an hour for one network, then says what to do", async () => {
    const email = "bombed@example.com";
    from = "198.19.0.1";
    const answers: Response[] = [];
    for (let at = 0; at < 6; at++) answers.push(await signUp(email));
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303, 303, 303, 429]);
    expect(await says(answers[5]!, "Open the latest one to continue")).toBe(true);
    await site.runJobs();
    expect(site.emails.filter(({ to }) => to === email)).toHaveLength(5);
  });

  test("a stranger's sign-ups with an address leave its owner's from another network, up to twelve e-mails in all", async () => {
    const email = "wanted-by-others@example.com";
    from = "198.19.1.1";
    for (let at = 0; at < 20; at++) await signUp(email);
    from = "198.19.2.1";
    expect((await signUp(email)).status).toBe(303);
    await site.runJobs();
    expect(site.emails.filter(({ to }) => to === email)).toHaveLength(6);
    for (let at = 3; at < 12; at++) {
      from = `198.19.${at}.1`;
      await signUp(email);
    }
    await site.runJobs();
    expect(site.emails.filter(({ to }) => to === email)).toHaveLength(12);
  });

  test("ignores letter case and surrounding spaces in the address", async () => {
    await signUp("  Case@Example.COM ");
    expect((await userOf("case@example.com"))?.firstName).toBe("Mona");
    await signUp("CASE@example.com", { firstName: "Other" });
    expect((await userOf("case@example.com"))?.firstName).toBe("Mona");
  });

  test("ignores fields that are not on the form", async () => {
    const extra = {
      role: "admin",
      emailVerified: "true",
      id: "1",
      suspendedAt: "",
      createdAt: "2001-01-01",
      phone: "+201001234567",
      country: "JP",
    };
    await signUp("eager@example.com", extra);
    const user = await userOf("eager@example.com");
    expect(user).toMatchObject({ role: "user", emailVerified: false, phone: null, country: null });
    expect(user?.id).not.toBe("1");
    expect(user!.createdAt.getFullYear()).toBeGreaterThan(2001);
  });

  test("keeps the input of a rejected form except the password, and shows errors in the reader's language", async () => {
    const answer = await signUp("not-an-address", { firstName: "Nour & Co", password: "kept-out-1" });
    expect(answer.status).toBe(400);
    const body = await answer.text();
    expect(body.includes("Enter a valid email address")).toBe(true);
    expect(body.includes('value="not-an-address"')).toBe(true);
    expect(body.includes('value="Nour &amp; Co"')).toBe(true);
    expect(body.includes("kept-out-1")).toBe(false);
    const arabic = await site.post("/auth?mode=sign-up", { intent: "signUp" }, { from, language: "ar" });
    expect(await says(arabic, "هذا الحقل مطلوب")).toBe(true);
  });

  test.each([
    ["line breaks in a name", { firstName: "Mona\r\nBcc: all@example.com" }],
    ["NUL in a name", { firstName: "Mo\u0000na" }],
    ["direction marks in a name", { firstName: "\u202eMona\u2066" }],
    ["an endless name", { firstName: "M".repeat(100_000) }],
    ["an endless password", { password: `${"a1!".repeat(60_000)}` }],
    ["markup in a name", { firstName: "<img src=x onerror=alert(1)>" }],
  ])("handles %s without a server error, and its e-mails stay intact", async (_what, more) => {
    const email = `odd${network}@example.com`;
    const answer = await signUp(email, more);
    expect(answer.status).toBeLessThan(500);
    await site.runJobs();
    const user = await userOf(email);
    if (user) expect(/[\r\n\0\u202a-\u202e\u2066-\u2069]/.test(user.firstName)).toBe(false);
    for (const message of site.emails.filter(({ to }) => to === email)) {
      expect(/[\r\n]/.test(message.subject + message.to)).toBe(false);
      expect(message.html.includes("<img")).toBe(false);
    }
  });

  test.each([
    "a@b",
    `${"x".repeat(10_000)}@example.com`,
    "a@example.com\r\nBcc: b@example.com",
    "a@example.com,b@example.com",
  ])("rejects malformed address %#", async (email) => {
    expect((await signUp(email)).status).toBe(400);
  });
});

describe("password rules", () => {
  const weak = ["short1!", "no-digits-here", "n0specialsign", "12345678", "        1", "ا١"];
  const common = ["Password1!", "P@ssw0rd1", "12345678!", "Qwerty123!", "!!!!!!1!!!"];
  const refused = [
    ...weak.map((one) => [one, "at least 8 characters"]),
    ...common.map((one) => [one, "too easy to guess"]),
  ] as [string, string][];
  const long = `1!${"x".repeat(127)}`;

  test.each(refused)("reject %j at sign-up", async (secret, why) => {
    const answer = await signUp(`rule${network}@example.com`, { password: secret });
    expect([answer.status, await says(answer, why)]).toEqual([400, true]);
    expect(await userOf(`rule${network}@example.com`)).toBeUndefined();
  });

  test("reject 129 characters, and compare 128 up to the last one", async () => {
    expect((await signUp("long@example.com", { password: long })).status).toBe(400);
    expect((await signUp("long@example.com", { password: long.slice(1) })).status).toBe(400);
    const exact = `ab1!${"x".repeat(124)}`;
    expect((await signUp("long@example.com", { password: exact })).status).toBe(303);
    await site.ctx.db.update(users).set({ emailVerified: true }).where(eq(users.email, "long@example.com"));
    expect((await signIn("long@example.com", `${exact.slice(0, -1)}y`)).status).toBe(401);
    expect((await signIn("long@example.com", exact)).status).toBe(303);
  });

  test("apply to a reset and to a change as well", async () => {
    const email = "rules@example.com";
    await signUpTestUser(site.ctx, email);
    const as = await site.signInAs(email);
    const before = await site.ctx.db.select().from(signInMethods);
    for (const [secret, why] of refused) {
      const form = { intent: "password", currentPassword: password, newPassword: secret, confirmPassword: secret };
      const change = await site.post("/dashboard/settings", form, { as, from });
      expect([secret, change.status, await says(change, why)]).toEqual([secret, 400, true]);
      const reset = await site.post(
        "/auth/reset?token=x",
        { token: "x", password: secret, confirmPassword: secret },
        { from },
      );
      expect([secret, reset.status, await says(reset, why)]).toEqual([secret, 400, true]);
    }
    expect(await site.ctx.db.select().from(signInMethods)).toEqual(before);
  });

  test("require both new passwords to match, with each form's own message", async () => {
    await signUpTestUser(site.ctx, "pair@example.com");
    const as = await site.signInAs("pair@example.com");
    const form = {
      intent: "password",
      currentPassword: password,
      newPassword: "Windy-walk-8",
      confirmPassword: "Windy-walk-9",
    };
    expect(await says(await site.post("/dashboard/settings", form, { as, from }), "New passwords don't match")).toBe(
      true,
    );
    const reset = { token: "x", password: "Windy-walk-8", confirmPassword: "Windy-walk-9" };
    expect(await says(await site.post("/auth/reset?token=x", reset, { from }), "Passwords must match")).toBe(true);
  });
});

describe("sign-in", () => {
  test("gives the same response to a wrong password and an unknown address", async () => {
    await signUpTestUser(site.ctx, "known@example.com");
    const [known, unknown] = [
      await signIn("known@example.com", "Wrong-walk-1"),
      await signIn("nobody@example.com", "Wrong-walk-1"),
    ];
    expect([known.status, unknown.status]).toEqual([401, 401]);
    const [one, other] = [await comparable(known), await comparable(unknown)];
    expect(one.includes("The email address or password is incorrect")).toBe(true);
    expect(other.replaceAll("nobody@example.com", "known@example.com")).toBe(one);
    expect(one.includes("Wrong-walk-1")).toBe(false);
  });

  test("sends a new link to an unverified address and opens no session, only if the password is correct", async () => {
    await signUp("waiting@example.com");
    await site.runJobs();
    const emailsBefore = site.emails.length;
    expect((await signIn("waiting@example.com", "Wrong-walk-1")).status).toBe(401);
    const answer = await signIn("waiting@example.com", password);
    expect([answer.status, await says(answer, "Confirm your email address first")]).toEqual([403, true]);
    await site.runJobs();
    expect(site.emails.slice(emailsBefore).map(({ to }) => to)).toEqual(["waiting@example.com"]);
  });

  test("rejects a suspended account, and its earlier session is no longer valid", async () => {
    const { id } = await signUpTestUser(site.ctx, "gone@example.com");
    const as = await site.signInAs("gone@example.com");
    expect((await site.get("/dashboard", { as })).status).toBe(200);
    await site.ctx.db.update(users).set({ suspendedAt: new Date() }).where(eq(users.id, id));
    expect((await site.get("/dashboard", { as })).status).toBe(302);
    const answer = await signIn("gone@example.com", password);
    expect([answer.status, await says(answer, "This account is suspended")]).toEqual([403, true]);
    expect(answer.headers.getSetCookie().filter((line) => line.includes("session"))).toEqual([]);
    expect((await site.ctx.db.select().from(sessions).where(eq(sessions.userId, id))).length).toBe(1);
  });

  test("allows ten guesses per hour and network, then says how long to wait; the owner can sign in from elsewhere", async () => {
    await signUpTestUser(site.ctx, "guessed@example.com");
    const tries = [];
    for (let guess = 0; guess < 11; guess++) tries.push(await signIn("guessed@example.com", `Guess-number-${guess}`));
    expect(tries.map(({ status }) => status)).toEqual([...Array(10).fill(401), 429]);
    expect(await says(tries[10]!, "Too many attempts. Try again in 60 minutes.")).toBe(true);
    expect(Number(tries[10]!.headers.get("retry-after"))).toBeGreaterThan(3500);
    expect((await signIn("guessed@example.com", password)).status).toBe(429);
    expect((await signIn("guessed@example.com", password, { from: "198.19.0.1" })).status).toBe(303);
    const arabic = await signIn("guessed@example.com", "Guess-number-1", { language: "ar" });
    expect([arabic.status, await says(arabic, "حاول")]).toEqual([429, true]);
  });

  test("counts a client by its own address, not by the one in its headers", async () => {
    await signUpTestUser(site.ctx, "rotating@example.com");
    const statuses = [];
    for (let guess = 0; guess < 11; guess++) {
      const headers = {
        "x-forwarded-for": `192.0.2.${guess}`,
        "x-real-ip": `192.0.2.${guess}`,
        "x-client-ip": `192.0.2.${guess}`,
        forwarded: `for=192.0.2.${guess}`,
      };
      statuses.push((await signIn("rotating@example.com", "Wrong-walk-1", { headers })).status);
    }
    expect(statuses.at(-1)).toBe(429);
  });

  test("resets the count of wrong passwords after a correct one", async () => {
    await signUpTestUser(site.ctx, "clumsy@example.com");
    for (let round = 0; round < 2; round++) {
      for (let guess = 0; guess < 6; guess++) await signIn("clumsy@example.com", "Wrong-walk-1");
      expect((await signIn("clumsy@example.com", password)).status).toBe(303);
    }
  });

  test.each(["/auth/forgot", "/auth/check-email"])(
    "%s executes the same statements whether or not the address has an account",
    async (page) => {
      const during = recordStatements(site.served.pool);
      const [known, unknown] = [`known-${network}@example.com`, `nobody-${network}@example.com`];
      await signUpTestUser(site.ctx, known);
      const work = [];
      for (const email of [known, unknown])
        work.push((await during(() => site.post(page, { email }, { from }))).map(({ text }) => text));
      expect(work[0]).toEqual(work[1]);
      expect(work[0]?.length).toBeGreaterThan(0);
      await site.runJobs();
      expect(site.emails.filter(({ to }) => to === unknown)).toEqual([]);
    },
  );

  test("sends at most five e-mails per hour to an address, then rejects with a message", async () => {
    await signUpTestUser(site.ctx, "letters@example.com");
    const requestReset = () => site.post("/auth/forgot", { email: "letters@example.com" }, { from, as: new Visitor() });
    const statuses = [];
    for (let attempt = 0; attempt < 6; attempt++) statuses.push((await requestReset()).status);
    expect(statuses).toEqual([303, 303, 303, 303, 303, 429]);
    from = "198.21.0.1";
    expect((await requestReset()).status, "from another network").toBe(303);
    await site.runJobs();
    expect(site.emails.filter(({ to }) => to === "letters@example.com").length).toBeLessThanOrEqual(7);
  });
});
