// Somebody who deletes their account would still be found in our tables, or take another person's data along.
import { readdirSync } from "node:fs";
import path from "node:path";
import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { purgeUser } from "#app/features/admin/users/manage-users.server.ts";
import { listChanges, recordChange } from "#app/features/audit-log/audit-log.server.ts";
import { requestEmailChange } from "#app/features/auth/email-change/email-change.server.ts";
import { signIn } from "#app/features/auth/sign-in/sign-in.server.ts";
import {
  createReportConversation,
  getWriterConversation,
  listReportConversations,
  sendReplyToWriter,
  sendWriterMessage,
  updateContactSharing,
} from "#app/features/lost-found/conversations/report-conversations.server.ts";
import { notificationWords } from "#app/features/notifications/notification-texts.ts";
import { notifications } from "#app/features/notifications/notifications.tables.server.ts";
import {
  acceptOffer,
  cancelOffer,
  createOffer,
  purgeEndedOffers,
} from "#app/features/pet-transfers/transfers.server.ts";
import { petTransfers } from "#app/features/pet-transfers/transfers.tables.server.ts";
import { markLost } from "#app/features/pets/list/pet-list.server.ts";
import { updatePetPhoto } from "#app/features/pets/photos/pet-photo.server.ts";
import { claimTag, deactivateTag, findTag } from "#app/features/tags/tags.server.ts";
import { lockUser } from "#app/features/users/lock-user.server.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import { Clock } from "#app/platform/app-context.server.ts";
import { withTransaction } from "#app/platform/db/connection/database.server.ts";
import { createId } from "#app/platform/db/uuid.server.ts";
import { emails as addresses, createTestData } from "#tests/http/permission-data.ts";
import { privateValues } from "#tests/http/private-values.ts";
import {
  createClaimedTag,
  createTestAdmin,
  createTestPet,
  createTestReport,
  createTestUser,
  password,
  signUpTestUser,
  type TestUser,
} from "#tests/make.ts";
import { notificationsFor } from "#tests/notifications.ts";
import { plainJpeg } from "#tests/plain-picture.ts";
import { createTestApp } from "#tests/test-app.ts";
import { deleteAccount, purgeAccount } from "./delete-account.server.ts";

const { ctx, emails, runJobs } = await createTestApp();

const here = "203.0.113.9";
const deleteOwnAccount = (actor: TestUser, currentPassword = password, confirm = actor.email, knowsLost = false) =>
  deleteAccount(ctx, actor, { currentPassword, confirm, knowsLost });
const isThere = async ({ id }: TestUser) => (await ctx.db.select().from(users).where(eq(users.id, id))).length === 1;

/** Returns the tables, including the queue's, that contain a text. */
async function tablesWith(text: string): Promise<string[]> {
  const { rows } = await ctx.db.execute<{ place: string; name: string }>(
    sql`select schemaname as place, tablename as name from pg_tables where schemaname in ('public', 'jobs')`,
  );
  const found: string[] = [];
  for (const { place, name } of rows) {
    const hit = await ctx.db.execute(
      sql`select 1 from ${sql.identifier(place)}.${sql.identifier(name)} as t where position(${text} in to_jsonb(t)::text) > 0 limit 1`,
    );
    if (hit.rows.length > 0) found.push(name);
  }
  return found;
}

const storedFiles = () =>
  readdirSync(path.join(ctx.settings.dataDir, "files"), { recursive: true }).filter((name) => name !== "probe.txt");

test("account deletion leaves no trace of the user; their tag can be claimed by someone else", async () => {
  const owned = await createTestData(ctx);
  const [row] = await ctx.db.select().from(users).where(eq(users.email, addresses.owner));
  const owner = row as TestUser;
  const photo = await plainJpeg(300, 200);
  await updatePetPhoto(ctx, owner, owned.petId, { photo: new File([photo as BlobPart], "r.jpg") });
  expect(storedFiles().length).toBeGreaterThan(0);
  await signIn(ctx, { email: owner.email, password }, new Request("http://localhost:3000/auth"), here);
  await requestEmailChange(ctx, owner, { email: "canary-new@example.com", currentPassword: password }, here);
  const asleep = await createClaimedTag(ctx, owner);
  await deactivateTag(ctx, owner, asleep.id);
  for (const text of [owner.id, owner.email]) expect((await tablesWith(text)).length).toBeGreaterThan(2);

  emails.length = 0;
  await deleteOwnAccount(owner, password, owner.email, true);
  await runJobs();
  const sent = emails.filter(({ to }) => to === addresses.owner || to.startsWith("canary"));
  expect(sent.map(({ to, subject }) => [to, subject])).toEqual([[addresses.owner, "Your account has been deleted"]]);
  expect(storedFiles().sort()).toEqual(["attachments", "photos", "proofs"]);
  await ctx.db.execute(sql`delete from jobs.job where name = 'auth.send-deletion-email' and state = 'completed'`);
  for (const text of [owner.id, owned.petId, "canary-new@example.com", ...Object.values(privateValues)])
    expect([text, await tablesWith(text)]).toEqual([text, []]);

  const next = await createTestUser(ctx);
  for (const code of [owned.tagCode, asleep.code]) {
    expect(await findTag(ctx, code)).toMatchObject({ ownerId: null, petId: null, label: null });
    await expect(claimTag(ctx, next, { code })).resolves.toMatchObject({ ownerId: next.id });
  }
});

test("account deletion leaves other users' data unchanged", async () => {
  const other = await ctx.db.select().from(users).where(eq(users.email, addresses.other));
  expect(other).toHaveLength(1);
  expect((await tablesWith(other[0]!.id)).length).toBeGreaterThan(2);
});

test("a wrong password or address deletes nothing", async () => {
  const actor = await signUpTestUser(ctx, "stays@example.com");
  await expect(deleteOwnAccount(actor, "Wrong-walk-1")).rejects.toMatchObject({ field: "currentPassword" });
  await expect(deleteOwnAccount(actor, password, "other@example.com")).rejects.toMatchObject({ field: "confirm" });
  expect(await isThere(actor)).toBe(true);
});

test("an owner of a lost pet can delete the account only after confirming that they know it", async () => {
  const actor = await signUpTestUser(ctx, "searches@example.com");
  const petId = await createTestPet(ctx, actor, { name: "Rocky" });
  await markLost(ctx, actor, petId, { since: ctx.clock.now(), reward: null, note: null });
  await expect(deleteOwnAccount(actor)).rejects.toMatchObject({ code: "accountData.leave.isLost", field: "knowsLost" });
  expect(await isThere(actor)).toBe(true);
  await deleteOwnAccount(actor, password, actor.email, true);
  expect(await isThere(actor)).toBe(false);
});

test("two concurrent submissions delete the account once", async () => {
  const actor = await signUpTestUser(ctx, "twice@example.com");
  const results = await Promise.allSettled([deleteOwnAccount(actor), deleteOwnAccount(actor)]);
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(await isThere(actor)).toBe(false);
});

test("only one of the last two administrators can delete their account concurrently", async () => {
  await ctx.db.update(users).set({ role: "user" }).where(eq(users.role, "admin"));
  const one = await signUpTestUser(ctx, "admin1@example.com", { role: "admin" });
  const two = await signUpTestUser(ctx, "admin2@example.com", { role: "admin" });
  await createTestUser(ctx, { role: "admin", suspendedAt: new Date() });
  const results = await Promise.allSettled([deleteOwnAccount(one), deleteOwnAccount(two)]);
  expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(results.find((end) => end.status === "rejected")).toMatchObject({
    reason: { code: "accountData.leave.lastAdmin" },
  });
  expect([await isThere(one), await isThere(two)].filter(Boolean)).toHaveLength(1);
});

test("an administrator erases an account by typing its address; the audit log records it without naming the user", async () => {
  const admin = await createTestUser(ctx, { role: "admin" });
  const person = await signUpTestUser(ctx, "erased@example.com", { lastName: "Canaryerased" });
  const erase = (who: TestUser, confirm: string, version = 1) =>
    purgeUser(ctx, admin, { userId: who.id, version }, confirm);
  await expect(erase(person, "other@example.com")).rejects.toMatchObject({ field: "confirm" });
  await expect(erase(person, person.email, 2)).rejects.toMatchObject({ status: 409 });
  await expect(erase(admin, admin.email)).rejects.toMatchObject({ code: "adminUsers.notYourself" });
  await expect(purgeUser(ctx, person, { userId: admin.id, version: 1 }, admin.email)).rejects.toMatchObject({
    status: 403,
  });
  await erase(person, person.email);
  await runJobs();
  await ctx.db.execute(sql`delete from jobs.job where name = 'auth.send-deletion-email' and state = 'completed'`);
  for (const text of [person.id, person.email, "Canaryerased"])
    expect([text, await tablesWith(text)]).toEqual([text, []]);
  const { changes } = await listChanges(ctx, admin, { action: "user.erase" });
  expect(changes).toMatchObject([{ actorEmail: admin.email, subjectId: null, personId: null, before: null }]);
});

test("other users' notifications and conversations contain neither the name nor the address of a deleted user", async () => {
  const gone = await signUpTestUser(ctx, "zqcanary@example.com", { firstName: "Zqcanary" });
  const other = await createTestUser(ctx);
  await createOffer(ctx, other, await createTestPet(ctx, other), gone.email);
  await createOffer(ctx, gone, await createTestPet(ctx, gone), other.email);
  const reportId = await createTestReport(ctx, other, { description: "He ran away from the garden." });
  const writer = { address: here, language: "en", actor: gone } as const;
  await createReportConversation(ctx, reportId, { body: "I saw him by the river zqwords.", name: "Zqcanary" }, writer);
  await runJobs();
  expect(await tablesWith("Zqcanary")).toContain("notifications");
  await deleteOwnAccount(gone);
  await runJobs();
  await ctx.db.execute(sql`delete from jobs.job where name = 'auth.send-deletion-email' and state = 'completed'`);
  for (const text of ["Zqcanary", "zqcanary@example.com"]) expect([text, await tablesWith(text)]).toEqual([text, []]);
  const remaining = await ctx.db
    .select({ params: notifications.params })
    .from(notifications)
    .where(eq(notifications.userId, other.id));
  expect(JSON.stringify(remaining)).not.toContain("zqwords");
});

test("the other side of a deleted user's conversation about a report is told that nobody reads it any more", async () => {
  const gone = await signUpTestUser(ctx, "left-writer@example.com");
  const reporter = await createTestUser(ctx);
  const address = { address: here, language: "en" } as const;
  const reportId = await createTestReport(ctx, reporter, { contactPhone: "+201001112222" });
  const writers = [
    { form: { body: "I saw her", email: "left-writer@example.com" }, actor: null },
    { form: { body: "I have her" }, actor: gone },
    { form: { body: "Me too" }, actor: null },
  ];
  const keys: string[] = [];
  for (const { form, actor } of writers)
    keys.push(await createReportConversation(ctx, reportId, form, { ...address, actor }));
  const list = async () =>
    (await listReportConversations(ctx, { id: reportId })).sort((a, b) => (a.id < b.id ? -1 : 1));
  const ids = (await list()).map(({ id }) => id);
  for (const id of ids) await updateContactSharing(ctx, reporter, reportId, id, true);
  await deleteOwnAccount(gone);
  const left = { code: "reportConversation.writerLeft", status: 410 };
  for (const [index, id] of ids.slice(0, 2).entries()) {
    await expect(sendReplyToWriter(ctx, reporter, reportId, id, "Where?")).rejects.toMatchObject(left);
    await expect(updateContactSharing(ctx, reporter, reportId, id, true)).rejects.toMatchObject(left);
    const ended = { code: "errorPage.gone.ownConversation", status: 410 };
    await expect(getWriterConversation(ctx, keys[index]!)).rejects.toMatchObject(ended);
    await expect(sendWriterMessage(ctx, keys[index]!, "Hello?", here)).rejects.toMatchObject(ended);
  }
  await sendReplyToWriter(ctx, reporter, reportId, ids[2]!, "Where?");
  expect(
    (await list()).map(({ messages, writerLeftAt, grantedAt, writerEmail, writerId }) => ({
      messages,
      hasLeft: writerLeftAt !== null,
      isShared: grantedAt !== null,
      writerEmail,
      writerId,
    })),
  ).toEqual(
    [true, true, false].map((hasLeft) => ({
      messages: hasLeft ? 1 : 2,
      hasLeft,
      isShared: !hasLeft,
      writerEmail: null,
      writerId: null,
    })),
  );
});

test("administrators can make changes while an account is being deleted", async () => {
  const [leaving, admin] = [await createTestUser(ctx), await createTestAdmin(ctx)];
  const subject = { kind: "tag", id: createId(), name: "ABCD-EFGH-JKLM" } as const;
  await withTransaction(ctx, async (tx) => {
    await purgeAccount(tx, (await lockUser(tx, leaving.id)).user);
    await recordChange(ctx, admin, { action: "tag.void", subject, before: {}, after: {} });
  });
  const { changes } = await listChanges(ctx, admin, { action: "tag.void" });
  expect(changes).toMatchObject([{ actorEmail: admin.email, subjectName: subject.name }]);
});

test("a user can delete an account with a pet that another user handed over to them", async () => {
  const [owner, receiver] = [await createTestUser(ctx), await signUpTestUser(ctx, "takes@example.com")];
  const petId = await createTestPet(ctx, owner);
  await createOffer(ctx, owner, petId, receiver.email);
  const [offer] = await ctx.db.select().from(petTransfers).where(eq(petTransfers.petId, petId));
  await acceptOffer(ctx, receiver, offer!.id);
  await deleteOwnAccount(receiver);
  expect(await ctx.db.select().from(petTransfers).where(eq(petTransfers.petId, petId))).toEqual([]);
});

test("a user who was offered a pet is notified when the owner's account is deleted", async () => {
  const owner = await signUpTestUser(ctx, "gives@example.com");
  const [receiver, declined] = [await createTestUser(ctx), await createTestUser(ctx)];
  const petId = await createTestPet(ctx, owner, { name: "Zqrocky" });
  await createOffer(ctx, owner, petId, declined.email);
  await cancelOffer(ctx, owner, petId);
  await createOffer(ctx, owner, petId, receiver.email);
  await deleteOwnAccount(owner);
  const receivedBy = (who: TestUser) => notificationsFor(ctx, who.id);
  const { kind, params } = (await receivedBy(receiver)).at(-1)!;
  expect(params).toEqual({ transferNews: "gone" });
  for (const language of ["en", "ar"] as const) {
    const t = ctx.translator(language);
    expect(notificationWords(t, kind, params)).toMatchObject({
      title: t("notifications.newsTitles.transferNews.gone"),
      text: t("notifications.transferNews.gone"),
    });
  }
  expect(await receivedBy(declined)).toHaveLength(1);
});

test("an ended offer is deleted with its address after a month", async () => {
  const owner = await createTestUser(ctx);
  await createOffer(ctx, owner, await createTestPet(ctx, owner), "never-came@example.com");
  await purgeEndedOffers(ctx);
  expect((await tablesWith("never-came@example.com")).length).toBeGreaterThan(0);
  await purgeEndedOffers({
    ...ctx,
    clock: new Clock(() => ctx.clock.in(38 * 24 * 3_600_000)),
  });
  expect(await ctx.db.$count(petTransfers, eq(petTransfers.fromId, owner.id))).toBe(0);
});
