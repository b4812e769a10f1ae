// Whoever took over an open session would stay signed in after the owner changed the password.
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { sessions } from "#app/features/auth/auth.tables.server.ts";
import { requestPasswordReset, sendVerificationEmail } from "#app/features/auth/link-requests.server.ts";
import { resetPassword } from "#app/features/auth/password/reset-password.server.ts";
import {
  deleteOtherSessions,
  deleteOwnSession,
  listSessions,
} from "#app/features/auth/sessions/own-sessions.server.ts";
import { findActor } from "#app/features/auth/sessions/session.server.ts";
import { signIn } from "#app/features/auth/sign-in/sign-in.server.ts";
import { signUp } from "#app/features/auth/sign-up/sign-up.server.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import { createId } from "#app/platform/db/uuid.server.ts";
import { password, signUpTestUser } from "#tests/make.ts";
import { createTestApp } from "#tests/test-app.ts";
import { getProfile, signOutEverywhere, updatePassword, updateProfile } from "./profile.server.ts";
import { profileForm } from "./settings.forms.server.ts";

const { ctx, emails, runJobs, setNow } = await createTestApp();

const here = "203.0.113.9";

function requestWith(cookies: string[]): Request {
  const cookie = cookies.map((one) => one.split(";")[0]).join("; ");
  return new Request("http://localhost:3000/dashboard/settings", { headers: { cookie } });
}

async function signedIn(email: string, secret = password) {
  const asked = new Request("http://localhost:3000/auth");
  return requestWith((await signIn(ctx, { email, password: secret }, asked, here)).cookies);
}

const tokenOf = (text: string | undefined) => /token=([^&\s]+)/.exec(text ?? "")?.[1] ?? "";

it("changes the password, keeps the current browser signed in and ends all other sessions", async () => {
  const actor = await signUpTestUser(ctx, "change@example.com");
  const [phone, laptop] = [await signedIn(actor.email), await signedIn(actor.email)];
  const form = { currentPassword: password, newPassword: "Sunny-walk-8", confirmPassword: "Sunny-walk-8" };
  const cookies = await updatePassword(ctx, actor, form, laptop, here);
  expect(await findActor(ctx, requestWith(cookies))).toMatchObject({ id: actor.id });
  expect(await findActor(ctx, phone)).toBeNull();
  expect(await findActor(ctx, laptop)).toBeNull();
  await expect(signedIn(actor.email)).rejects.toMatchObject({ code: "accounts.wrongPassword" });
  await expect(signedIn(actor.email, "Sunny-walk-8")).resolves.toBeDefined();
});

it("rejects a wrong current password at its field, and further attempts after ten", async () => {
  const actor = await signUpTestUser(ctx, "guess@example.com");
  const request = await signedIn(actor.email);
  const form = { currentPassword: "Wrong-1!", newPassword: "Sunny-walk-8", confirmPassword: "Sunny-walk-8" };
  for (let attempt = 0; attempt < 10; attempt++)
    await expect(updatePassword(ctx, actor, form, request, here)).rejects.toMatchObject({
      code: "accounts.wrongCurrentPassword",
      field: "currentPassword",
    });
  await expect(updatePassword(ctx, actor, form, request, here)).rejects.toMatchObject({ code: "errors.tooMany" });
  expect(await findActor(ctx, request)).toMatchObject({ id: actor.id });
});

it("updates only the actor's own name", async () => {
  const [mona, other] = [await signUpTestUser(ctx, "mona@example.com"), await signUpTestUser(ctx, "other@example.com")];
  await updateProfile(ctx, mona, profileForm.parse({ firstName: "منى" }));
  const rows = await ctx.db.select().from(users);
  expect(rows.find((row) => row.id === mona.id)).toMatchObject({ firstName: "منى", lastName: "", name: "منى" });
  expect(rows.find((row) => row.id === other.id)).toMatchObject({ firstName: "Mona" });
});

it("saves only the fields of the profile form and ignores any others", async () => {
  const actor = await signUpTestUser(ctx, "nosy@example.com");
  const unasked = {
    role: "admin",
    email: "other@example.com",
    emailVerified: false,
    version: 99,
    suspendedAt: new Date(),
  };
  const sent = { firstName: "Mona", lastName: "Adel", timeZone: "Africa/Cairo", ...unasked };
  await updateProfile(ctx, actor, profileForm.parse(sent));
  const [row] = await ctx.db.select().from(users).where(eq(users.id, actor.id));
  expect(row).toMatchObject({
    ...{ lastName: "Adel", role: "user", email: "nosy@example.com", emailVerified: true, suspendedAt: null },
    version: 1,
  });
});

it("signing out everywhere ends only the actor's own sessions", async () => {
  const [one, two] = [await signUpTestUser(ctx, "one@example.com"), await signUpTestUser(ctx, "two@example.com")];
  const [first, second, stranger] = [await signedIn(one.email), await signedIn(one.email), await signedIn(two.email)];
  await signOutEverywhere(ctx, one, first);
  expect(await findActor(ctx, first)).toBeNull();
  expect(await findActor(ctx, second)).toBeNull();
  expect(await findActor(ctx, stranger)).toMatchObject({ id: two.id });
  expect(await ctx.db.select().from(sessions).where(eq(sessions.userId, one.id))).toEqual([]);
});

it("setting a password by e-mailed link verifies the address", async () => {
  const email = "fresh@example.com";
  await signUp(ctx, { firstName: "Fresh", lastName: "", email, password }, { address: here, language: "en" });
  await expect(signedIn(email)).rejects.toMatchObject({ code: "accounts.notVerified" });
  await runJobs();
  emails.length = 0;
  await requestPasswordReset(ctx, { email }, new Request("http://localhost:3000/auth/forgot"), here);
  await runJobs();
  expect(emails).toHaveLength(1);
  const token = tokenOf(emails[0]?.text);
  await resetPassword(ctx, token, "Sunny-walk-8");
  await expect(signedIn(email, "Sunny-walk-8")).resolves.toBeDefined();
  await expect(resetPassword(ctx, token, "Sunny-walk-9")).rejects.toMatchObject({ code: "accounts.linkExpired" });
});

it("sends a new verification link only to an unverified address, with the same response for every address", async () => {
  const email = "waits@example.com";
  await signUp(ctx, { firstName: "Waits", lastName: "", email, password }, { address: here, language: "ar" });
  await signUpTestUser(ctx, "done@example.com");
  await runJobs();
  emails.length = 0;
  for (const address of [email, "done@example.com", "nobody@example.com"])
    expect(await sendVerificationEmail(ctx, { email: address }, here)).toBeUndefined();
  await runJobs();
  expect(emails.map((message) => message.to)).toEqual([email]);
  expect(emails[0]?.text).not.toContain("to=");
});

const salma = { firstName: "Salma", phone: "٠١٠ ٠١٢٣ ٤٥٦٧", country: "EG", timeZone: "Asia/Riyadh", zipCode: "١١٥١١" };

it("stores a phone number as E.164 and shows it with its country code", async () => {
  const actor = await signUpTestUser(ctx, "salma@example.com");
  for (const phone of ["+20 100 123 4567", "0020 100 123 4567", "010-0123-4567", "٠١٠ ٠١٢٣ ٤٥٦٧", "۰۱۰۰۱۲۳۴۵۶۷"])
    expect([phone, profileForm.parse({ ...salma, phone }).phone]).toEqual([phone, "+201001234567"]);
  await updateProfile(ctx, actor, profileForm.parse(salma));
  const [kept] = await ctx.db.select().from(users).where(eq(users.id, actor.id));
  expect(kept).toMatchObject({ phone: "+201001234567", zipCode: "11511", country: "EG", timeZone: "Asia/Riyadh" });
  const shown = await getProfile(ctx, actor);
  expect(shown.phone).toBe("+20 10 01234567");
  expect(profileForm.parse({ ...salma, phone: shown.phone }).phone).toBe("+201001234567");
  await updateProfile(ctx, actor, profileForm.parse({ firstName: "Salma" }));
  expect(await getProfile(ctx, actor)).toMatchObject({ phone: null, country: null, timeZone: "Asia/Riyadh" });
});

it("reads a phone number without a country code as one of the chosen country, and a shown one as itself", async () => {
  const read = (phone: string, country: string) => profileForm.parse({ ...salma, phone, country }).phone;
  // Saudi Arabian and Emirati mobile numbers have the length of Egyptian landlines.
  expect(read("050 123 4567", "SA")).toBe("+966501234567");
  expect(read("٠٥٠ ١٢٣ ٤٥٦٧", "AE")).toBe("+971501234567");
  expect(read("050 123 4567", "EG")).toBe("+20501234567");
  const actor = await signUpTestUser(ctx, "moves@example.com");
  await updateProfile(ctx, actor, profileForm.parse(salma));
  const { phone } = await getProfile(ctx, actor);
  expect(read(phone ?? "", "SA")).toBe("+201001234567");
});

it("rejects invalid phone numbers, countries and time zones", () => {
  for (const wrong of [
    { phone: "call me" },
    { phone: "010" },
    { phone: "0100 123 4567 ext 5" },
    { phone: "0".repeat(5000) },
    { country: "XX" },
    { country: "Egypt" },
    { timeZone: "Mars/Olympus" },
    { timeZone: "+02:00" },
    { timeZone: "africa/cairo" },
    { zipCode: "1".repeat(13) },
    { address: "x".repeat(201) },
    { firstName: "\u202e\u0000" },
  ])
    expect([wrong, profileForm.safeParse({ ...salma, ...wrong }).success]).toEqual([wrong, false]);
});

it("lists sessions with masked addresses and ends only the actor's own", async () => {
  const [mine, other] = [await signUpTestUser(ctx, "dev@example.com"), await signUpTestUser(ctx, "dev2@example.com")];
  const [here, there, stranger] = [await signedIn(mine.email), await signedIn(mine.email), await signedIn(other.email)];
  setNow(new Date());
  const devices = await listSessions(ctx, mine, here);
  expect(devices.map(({ isHere, network }) => [isHere, network])).toEqual([
    [true, "203.0.113.•••"],
    [false, "203.0.113.•••"],
  ]);
  const [theirs] = await listSessions(ctx, other, stranger);
  for (const id of [theirs!.id, "x", createId()])
    await expect(deleteOwnSession(ctx, mine, id)).rejects.toMatchObject({ status: 404 });
  await deleteOwnSession(ctx, mine, devices[1]!.id);
  expect(await findActor(ctx, there)).toBeNull();
  await signedIn(mine.email);
  await deleteOtherSessions(ctx, mine, here);
  expect(await listSessions(ctx, mine, here)).toHaveLength(1);
  expect(await findActor(ctx, stranger)).toMatchObject({ id: other.id });
});

it("e-mails the user when their password was changed", async () => {
  const actor = await signUpTestUser(ctx, "told@example.com", { language: "ar" });
  await runJobs();
  emails.length = 0;
  const form = { currentPassword: password, newPassword: "Sunny-walk-8", confirmPassword: "Sunny-walk-8" };
  await updatePassword(ctx, actor, form, await signedIn(actor.email), here);
  await runJobs();
  expect(emails).toMatchObject([{ to: actor.email, subject: "تم تغيير كلمة مرورك" }]);
});
