// A newcomer would get reminders at the wrong hour.
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { users } from "#app/features/users/users.tables.server.ts";
import { password } from "#tests/make.ts";
import { createTestApp } from "#tests/test-app.ts";
import { signUpForm } from "../auth.forms.server.ts";
import { signUp } from "./sign-up.server.ts";

const { ctx } = await createTestApp();

const from = { address: "203.0.113.9", language: "en" } as const;
let zoneCount = 0;
const accountsOf = (email: string) => ctx.db.select().from(users).where(eq(users.email, email));

test.each([
  ["Asia/Dubai", { timeZone: "Asia/Dubai", country: "AE" }],
  ["Europe/Berlin", { timeZone: "Europe/Berlin", country: null }],
  ["", { timeZone: "Africa/Cairo", country: null }],
  [undefined, { timeZone: "Africa/Cairo", country: null }],
  ["Etc/Unknown", { timeZone: "Africa/Cairo", country: null }],
  ["x".repeat(2000), { timeZone: "Africa/Cairo", country: null }],
])("a browser in the time zone %.20s signs up with that zone and its country if Arab", async (timeZone, region) => {
  const email = `zone${++zoneCount}@example.com`;
  await signUp(ctx, signUpForm.parse({ firstName: "Mona", email, password, timeZone }), {
    ...from,
    address: `203.0.113.${100 + zoneCount}`,
  });
  expect(await accountsOf(email)).toMatchObject([region]);
});
