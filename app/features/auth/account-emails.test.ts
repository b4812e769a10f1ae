// Somebody warned of a thief in their account would read below that the warning can be ignored.
import { expect, test } from "vitest";
import { createId } from "#app/platform/db/uuid.server.ts";
import { createTestUser } from "#tests/make.ts";
import { createTestApp } from "#tests/test-app.ts";
import { sendAccountEmail } from "./account-emails.server.ts";
import { emailChanges } from "./auth.tables.server.ts";

const testApp = await createTestApp();
const { ctx } = testApp;

test.each(["en", "ar"] as const)(
  "an e-mail that warns of a change does not advise to ignore it, in %s",
  async (language) => {
    const user = await createTestUser(ctx, { language });
    const changeId = createId();
    await ctx.db
      .insert(emailChanges)
      .values({ id: changeId, userId: user.id, oldEmail: user.email, newEmail: `new-${language}@example.com` });
    const readFooters = async (send: () => Promise<void>) => {
      testApp.emails.length = 0;
      await send();
      await testApp.runJobs();
      return testApp.emails.map(({ text }) => text?.trim().split("\n").at(-1));
    };
    const t = ctx.translator(language);
    for (const kind of ["passwordChanged", "twoFactorRemoved", "passkeyAdded", "codesTried"] as const)
      expect(await readFooters(() => sendAccountEmail(ctx, { kind, userId: user.id }))).toEqual([
        t("accountEmails.aboutAccount"),
      ]);
    for (const kind of ["emailAsked", "emailChanged"] as const)
      expect(await readFooters(() => sendAccountEmail(ctx, { kind, changeId }))).toEqual([
        t("accountEmails.aboutAccount"),
      ]);
    expect(await readFooters(() => sendAccountEmail(ctx, { kind: "verify", userId: user.id, token: "x" }))).toEqual([
      t("accountEmails.footer"),
    ]);
  },
);
