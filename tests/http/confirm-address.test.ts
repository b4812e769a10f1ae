// A stranger could take over an account by signing up with somebody else's address first.
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { sessions, twoFactor } from "#app/features/auth/auth.tables.server.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import { password } from "#tests/make.ts";
import { textOf } from "./finder-page.ts";
import { openSite } from "./site.ts";
import { Visitor } from "./visitor.ts";

const site = await openSite();

const sessionName = "aleef.session_token";
const theirs = "Stolen-walk-9";
let networks = 0;

async function signUp(email: string, secret: string, as: Visitor, to = ""): Promise<void> {
  const form = { intent: "signUp", firstName: "Mona", email, password: secret, to };
  const answer = await site.post("/auth", form, { as, from: `198.18.${++networks}.3` });
  expect(answer.status).toBe(303);
}

async function mailedLink(to: string, subject: string): Promise<URL> {
  await site.runJobs();
  const message = site.emails.findLast((one) => one.to === to && one.subject === subject);
  return new URL(/https?:\/\/\S+/.exec(message?.text ?? "")![0]);
}

const confirmation = (email: string) => mailedLink(email, "Confirm your email address");
const signIn = (email: string, secret: string, as: Visitor, from: string) =>
  site.post("/auth", { intent: "signIn", email, password: secret }, { as, from });

async function account(email: string) {
  const [user] = await site.ctx.db.select().from(users).where(eq(users.email, email));
  return user!;
}

test("opening the link in the browser that signed up confirms the address and continues", async () => {
  const as = new Visitor();
  await signUp("short@example.com", password, as, "/dashboard/pets");
  const link = await confirmation("short@example.com");
  const answer = await site.get(link.pathname + link.search, { as });
  expect([answer.status, answer.headers.get("location")]).toEqual([303, "/auth?to=%2Fdashboard%2Fpets"]);
  expect(await account("short@example.com")).toMatchObject({ emailVerified: true, signUpProof: null });
});

test("another browser has to enter the password, which confirms the address, signs in and continues", async () => {
  const email = "phone@example.com";
  await signUp(email, password, new Visitor(), "/dashboard/pets");
  const link = await confirmation(email);
  const as = new Visitor();
  const page = await site.get(link.pathname + link.search, { as });
  expect([page.status, (await page.text()).includes("the password you chose")]).toEqual([200, true]);
  expect(await account(email)).toMatchObject({ emailVerified: false });
  const form = { token: link.searchParams.get("token")!, to: link.searchParams.get("to")! };
  const wrong = await site.post(link.pathname + link.search, { ...form, password: "Wrong-walk-1" }, { as });
  expect([wrong.status, textOf(await wrong.text()).includes("This isn't the account's password")]).toEqual([400, true]);
  expect(await account(email)).toMatchObject({ emailVerified: false });
  const right = await site.post(link.pathname + link.search, { ...form, password }, { as });
  expect([right.status, right.headers.get("location")]).toEqual([303, "/dashboard/pets"]);
  expect(as.value(sessionName)).toBeDefined();
  expect(await account(email)).toMatchObject({ emailVerified: true });
});

test("signing up with someone else's address gives no access: only the password set by its holder works", async () => {
  const email = "victim@example.com";
  const [attacker, victim] = [new Visitor(), new Visitor()];
  await signUp(email, theirs, attacker);
  const link = await confirmation(email);
  // The holder of the address opens the link without having signed up: the stranger's password stays useless.
  expect((await site.get(link.pathname + link.search, { as: victim })).status).toBe(200);
  expect((await signIn(email, theirs, attacker, "198.18.200.3")).status).toBe(403);
  expect(attacker.value(sessionName)).toBeUndefined();
  // Even a second factor set up before the address was proved is removed.
  const { id } = await account(email);
  const made = { userId: id, encryptedKey: "x", lastStep: 0, createdAt: new Date() };
  await site.ctx.db.insert(twoFactor).values(made);
  await site.ctx.db.update(users).set({ twoFactorSince: new Date() }).where(eq(users.id, id));
  await site.post("/auth/forgot", { email }, { as: victim, from: "198.18.201.3" });
  const token = (await mailedLink(email, "Reset your password")).searchParams.get("token")!;
  const reset = { token, password, confirmPassword: password };
  expect((await site.post(`/auth/reset?token=${token}`, reset, { as: victim })).status).toBe(303);
  expect(await account(email)).toMatchObject({ emailVerified: true, twoFactorSince: null, signUpProof: null });
  expect(await site.ctx.db.$count(twoFactor, eq(twoFactor.userId, id))).toBe(0);
  expect((await signIn(email, theirs, attacker, "198.18.202.3")).status).toBe(401);
  expect((await signIn(email, password, victim, "198.18.203.3")).status).toBe(303);
  expect(await site.ctx.db.$count(sessions, eq(sessions.userId, id))).toBe(1);
});

test("a browser that signed up later with the same address does not confirm the first account", async () => {
  const email = "twice@example.com";
  const second = new Visitor();
  await signUp(email, theirs, new Visitor());
  const link = await confirmation(email);
  await signUp(email, password, second);
  expect((await site.get(link.pathname + link.search, { as: second })).status).toBe(200);
  expect(await account(email)).toMatchObject({ emailVerified: false });
});

test("names with links are rejected, and names of unconfirmed accounts do not appear in our e-mails", async () => {
  const email = "unasked@example.com";
  const form = { intent: "signUp", email, password, lastName: "" };
  for (const firstName of ["Visit https://evil.test/unlock", "Your account: locked", "evil.test", "www.evil.example"]) {
    const refused = await site.post("/auth", { ...form, firstName }, { from: "198.18.210.3" });
    expect([firstName, refused.status]).toEqual([firstName, 400]);
    expect(await refused.text()).toContain("contain a web address");
  }
  await site.post("/auth", { ...form, firstName: "Please call us now" }, { from: "198.18.210.3" });
  await site.runJobs();
  const message = site.emails.findLast(({ to }) => to === email);
  expect(message?.text).toContain("Hello,");
  expect(`${message?.text}${message?.html}`).not.toContain("call us");
});

/** Returns the toast that an answer sets, and where it leads. */
function shownBy(answer: Response) {
  const cookie = answer.headers.getSetCookie().find((line) => line.startsWith("toast="));
  const toast = JSON.parse(decodeURIComponent(/^toast=([^;]*)/.exec(cookie ?? "")?.[1] || "null"));
  return { to: answer.headers.get("location"), code: toast?.code, description: toast?.description };
}

test("a mailed link of another account leads to no page of the one that is logged in, and says which that is", async () => {
  const email = "second@example.com";
  const [own, other] = [new Visitor(), new Visitor()];
  await signUp(email, password, own, "/dashboard/pets/new");
  const link = await confirmation(email);
  expect((await site.get(link.pathname + link.search, { as: own })).status).toBe(303);
  expect((await signIn("phone@example.com", password, other, "198.18.220.3")).status).toBe(303);
  const params = { account: "\u2066phone@example.com\u2069" };
  const description = [{ code: "accounts.stillLoggedInAs", params }];

  const confirmed = await site.get(link.pathname + link.search, { as: other });
  expect(shownBy(confirmed)).toEqual({ to: "/dashboard", code: "accounts.verified", description });
  // Logged in to the confirmed account already, it simply continues.
  await signIn(email, password, own, "198.18.221.3");
  expect(shownBy(await site.get(link.pathname + link.search, { as: own }))).toEqual({ to: "/dashboard/pets/new" });

  await site.post("/auth/forgot", { email, to: "/checkout" }, { as: other, from: "198.18.222.3" });
  const token = (await mailedLink(email, "Reset your password")).searchParams.get("token")!;
  const secret = "Windy-walk-8";
  const form = { token, password: secret, confirmPassword: secret, to: "/checkout" };
  const reset = await site.post(`/auth/reset?token=${token}`, form, { as: other });
  expect(shownBy(reset)).toEqual({ to: "/dashboard", code: "accounts.passwordReset", description });

  await signIn(email, secret, own, "198.18.223.3");
  const asked = { intent: "email", email: "third@example.com", currentPassword: secret };
  expect((await site.post("/dashboard/settings/security", asked, { as: own })).status).toBe(303);
  const change = await mailedLink("third@example.com", "Confirm your new email address");
  const page = textOf(await site.getText(change.pathname + change.search, { as: other }));
  expect(page).toContain("You're logged in as \u2066phone@example.com\u2069");
  const changed = await site.post(
    change.pathname,
    { token: change.searchParams.get("token")!, password: secret },
    { as: other },
  );
  expect(shownBy(changed)).toEqual({ to: "/dashboard", code: "accounts.emailChanged", description });
});
