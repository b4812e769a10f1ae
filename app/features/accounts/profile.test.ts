import { eq } from "drizzle-orm";
import { afterAll, expect, it } from "vitest";
import { aSignedUpUser, password } from "#tests/make.ts";
import { testWorld } from "#tests/world.ts";
import { forgotPassword, mailVerification, resetPassword, signIn, signUp } from "./accounts.server.ts";
import { sessions, users } from "./accounts.tables.server.ts";
import { changePassword, changeProfile, signOutEverywhere } from "./profile.server.ts";
import { findActor } from "./session.server.ts";

const { world, letters, runJobs, close } = await testWorld();
afterAll(close);

const here = "203.0.113.9";

function requestWith(cookies: string[]): Request {
  const cookie = cookies.map((one) => one.split(";")[0]).join("; ");
  return new Request("http://localhost:3000/dashboard/settings", { headers: { cookie } });
}

async function signedIn(email: string, secret = password) {
  return requestWith(await signIn(world, { email, password: secret }, new Request("http://localhost:3000/auth"), here));
}

const tokenOf = (text: string | undefined) => /token=([^&\s]+)/.exec(text ?? "")?.[1] ?? "";

it("changes the password, keeps this browser signed in and ends every other session", async () => {
  const actor = await aSignedUpUser(world, "change@example.com");
  const [phone, laptop] = [await signedIn(actor.email), await signedIn(actor.email)];
  const form = { currentPassword: password, newPassword: "Sunny-walk-8", confirmPassword: "Sunny-walk-8" };
  const cookies = await changePassword(world, actor, form, laptop, here);
  expect(await findActor(world, requestWith(cookies))).toMatchObject({ id: actor.id });
  expect(await findActor(world, phone)).toBeNull();
  expect(await findActor(world, laptop)).toBeNull();
  await expect(signedIn(actor.email)).rejects.toMatchObject({ code: "accounts.wrongPassword" });
  await expect(signedIn(actor.email, "Sunny-walk-8")).resolves.toBeDefined();
});

it("refuses a wrong current password beside its field, and guessing", async () => {
  const actor = await aSignedUpUser(world, "guess@example.com");
  const request = await signedIn(actor.email);
  const form = { currentPassword: "Wrong-1!", newPassword: "Sunny-walk-8", confirmPassword: "Sunny-walk-8" };
  for (let attempt = 0; attempt < 10; attempt++)
    await expect(changePassword(world, actor, form, request, here)).rejects.toMatchObject({
      code: "accounts.wrongCurrentPassword",
      field: "currentPassword",
    });
  await expect(changePassword(world, actor, form, request, here)).rejects.toMatchObject({ code: "form.tooMany" });
  expect(await findActor(world, request)).toMatchObject({ id: actor.id });
});

it("changes the actor's own name and nobody else's", async () => {
  const [mona, other] = [
    await aSignedUpUser(world, "mona@example.com"),
    await aSignedUpUser(world, "other@example.com"),
  ];
  await changeProfile(world, mona, { firstName: "منى", lastName: "" });
  const rows = await world.db.select().from(users);
  expect(rows.find((row) => row.id === mona.id)).toMatchObject({ firstName: "منى", lastName: "", name: "منى" });
  expect(rows.find((row) => row.id === other.id)).toMatchObject({ firstName: "Mona" });
});

it("ends every session of one person only", async () => {
  const [one, two] = [await aSignedUpUser(world, "one@example.com"), await aSignedUpUser(world, "two@example.com")];
  const [first, second, stranger] = [await signedIn(one.email), await signedIn(one.email), await signedIn(two.email)];
  await signOutEverywhere(world, first);
  expect(await findActor(world, first)).toBeNull();
  expect(await findActor(world, second)).toBeNull();
  expect(await findActor(world, stranger)).toMatchObject({ id: two.id });
  expect(await world.db.select().from(sessions).where(eq(sessions.userId, one.id))).toEqual([]);
});

it("counts an address as confirmed once a password was set by the mailed link", async () => {
  const email = "fresh@example.com";
  await signUp(world, { firstName: "Fresh", lastName: "", email, password }, { address: here, language: "en" });
  await expect(signedIn(email)).rejects.toMatchObject({ code: "accounts.notVerified" });
  await runJobs();
  letters.length = 0;
  await forgotPassword(world, email, here);
  await runJobs();
  expect(letters).toHaveLength(1);
  const token = tokenOf(letters[0]?.text);
  await resetPassword(world, token, "Sunny-walk-8");
  await expect(signedIn(email, "Sunny-walk-8")).resolves.toBeDefined();
  await expect(resetPassword(world, token, "Sunny-walk-9")).rejects.toMatchObject({ code: "accounts.linkExpired" });
});

it("mails a new link only to an address that waits for one, and answers the others the same", async () => {
  const email = "waits@example.com";
  await signUp(world, { firstName: "Waits", lastName: "", email, password }, { address: here, language: "ar" });
  await aSignedUpUser(world, "done@example.com");
  await runJobs();
  letters.length = 0;
  for (const address of [email, "done@example.com", "nobody@example.com"])
    expect(await mailVerification(world, address, here)).toBeUndefined();
  await runJobs();
  expect(letters.map((letter) => letter.to)).toEqual([email]);
  expect(letters[0]?.text).not.toContain("to=");
});
