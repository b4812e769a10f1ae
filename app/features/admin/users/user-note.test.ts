// A colleague's note about a user would be overwritten, or be read by somebody who is no administrator.
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { listChanges } from "#app/features/audit-log/audit-log.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import { createId } from "#app/platform/db/uuid.server.ts";
import { createTestAdmin, createTestUser } from "#tests/make.ts";
import { createTestApp } from "#tests/test-app.ts";
import { noteForm, userEmailForm } from "./admin-users.forms.server.ts";
import { sendUserEmail } from "./send-user-email.server.ts";
import { getUserNote, updateUserNote } from "./user-note.server.ts";

let admin: Actor;
let mona: Actor;
const testApp = await createTestApp();
const { ctx } = testApp;
beforeEach(async () => {
  admin = await createTestAdmin(ctx);
  mona = await createTestUser(ctx, { firstName: "Mona", language: "ar" });
  testApp.emails.splice(0);
});

const actionsAbout = async (user: Actor) =>
  (await listChanges(ctx, admin, { personId: user.id })).changes.map(({ action }) => action);

describe("note about a user", () => {
  test("is stored with its author and logged without its text", async () => {
    expect(await getUserNote(ctx, admin, mona.id)).toMatchObject({ text: "", version: 0 });
    await updateUserNote(ctx, admin, mona.id, { note: "Called twice", version: 0 });
    expect(await getUserNote(ctx, admin, mona.id)).toMatchObject({ text: "Called twice", version: 1 });
    const { changes } = await listChanges(ctx, admin, { personId: mona.id });
    expect(changes).toMatchObject([{ action: "user.note" }]);
    expect(JSON.stringify(changes)).not.toContain("Called twice");
  });

  test("is not overwritten by a stale version, also concurrently", async () => {
    const other = await createTestAdmin(ctx);
    const results = await Promise.allSettled([
      updateUserNote(ctx, admin, mona.id, { note: "First", version: 0 }),
      updateUserNote(ctx, other, mona.id, { note: "Second", version: 0 }),
    ]);
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const { version } = await getUserNote(ctx, admin, mona.id);
    await updateUserNote(ctx, other, mona.id, { note: "Third", version });
    await expect(updateUserNote(ctx, admin, mona.id, { note: "Fourth", version })).rejects.toMatchObject({
      code: "adminUsers.note.changed",
      status: 409,
      field: "note",
    });
    expect(await getUserNote(ctx, admin, mona.id)).toMatchObject({ text: "Third", version: version + 1 });
  });

  test("is only for administrators, and only about existing users", async () => {
    await expect(getUserNote(ctx, mona, mona.id)).rejects.toMatchObject({ status: 403 });
    await expect(updateUserNote(ctx, mona, mona.id, { note: "", version: 0 })).rejects.toMatchObject({ status: 403 });
    for (const id of [createId(), "x"])
      await expect(updateUserNote(ctx, admin, id, { note: "", version: 0 })).rejects.toMatchObject({ status: 404 });
    expect(noteForm.safeParse({ version: "0", note: "x".repeat(2001) }).success).toBe(false);
    expect(noteForm.safeParse({ version: "-1", note: "x" }).success).toBe(false);
  });
});

describe("e-mail to a user", () => {
  const form = { subject: "عنوان الشحن", body: "نرجو تأكيد العنوان <b>قبل</b> الخميس." };

  test("is sent once, framed in their language, with its subject in the audit log", async () => {
    await sendUserEmail(ctx, admin, mona.id, form);
    await testApp.runJobs();
    expect(testApp.emails).toHaveLength(1);
    const [email] = testApp.emails;
    expect(email).toMatchObject({ to: mona.email, subject: form.subject });
    expect(email!.html).toContain('dir="rtl"');
    expect(email!.html).toContain("&lt;b&gt;");
    expect(email!.text).toContain("فريق أليف");
    expect(await actionsAbout(mona)).toEqual(["user.email"]);
  });

  test("is rejected for an unverified address, unknown users, senders who are not administrators, and an empty subject", async () => {
    await ctx.db.update(users).set({ emailVerified: false }).where(eq(users.id, mona.id));
    await expect(sendUserEmail(ctx, admin, mona.id, form)).rejects.toMatchObject({
      code: "adminUsers.sendEmail.unconfirmed",
    });
    await expect(sendUserEmail(ctx, mona, admin.id, form)).rejects.toMatchObject({ status: 403 });
    await expect(sendUserEmail(ctx, admin, createId(), form)).rejects.toMatchObject({ status: 404 });
    expect(userEmailForm.safeParse({ subject: "  ", body: "x" }).success).toBe(false);
  });

  test("is limited to five a day per user", async () => {
    for (let sent = 0; sent < 5; sent++) await sendUserEmail(ctx, admin, mona.id, form);
    await expect(sendUserEmail(ctx, admin, mona.id, form)).rejects.toMatchObject({ status: 429 });
    await testApp.runJobs();
    expect(testApp.emails).toHaveLength(5);
  });
});
