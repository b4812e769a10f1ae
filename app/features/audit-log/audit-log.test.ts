// Whoever must find out who changed something would find the entry gone, altered or never written.
import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { accountPersonalData } from "#app/features/auth/personal-data.server.ts";
import { openDatabase, withTransaction } from "#app/platform/db/connection/database.server.ts";
import { createTestAdmin, createTestUser } from "#tests/make.ts";
import { createTestApp } from "#tests/test-app.ts";
import { type AuditSearch, listChanges, recordChange } from "./audit-log.server.ts";
import { auditLog } from "./audit-log.tables.server.ts";

const testApp = await createTestApp();
const admin = await createTestUser(testApp.ctx, { role: "admin", firstName: "أمينة", lastName: "القاضي" });
const owner = await createTestUser(testApp.ctx, { firstName: "Zahra", lastName: "Fikry" });

const searchNames = async (search: AuditSearch) => {
  const { changes } = await listChanges(testApp.ctx, admin, search);
  return changes.map(({ subjectName }) => subjectName);
};

test("stores who, what and the changed fields, but no fields that are not listed", async () => {
  const row = { role: "user", suspendedAt: null, email: "zahra@example.com", password: "secret" };
  await recordChange(testApp.ctx, admin, {
    action: "user.promote",
    subject: { kind: "user", id: owner.id, name: "Zahra Fikry" },
    before: row,
    after: { ...row, role: "admin", password: "other" },
  });
  const { changes } = await listChanges(testApp.ctx, admin, { subject: "zahra" });
  expect(changes).toMatchObject([{ action: "user.promote", actorName: "أمينة القاضي", personName: "Zahra Fikry" }]);
  expect(changes[0]).toMatchObject({ before: { role: "user" }, after: { role: "admin" } });
  expect(JSON.stringify(changes)).not.toMatch(/secret|zahra@/);
});

test("a rolled-back change leaves no entry", async () => {
  const failing = withTransaction(testApp.ctx, async (tx) => {
    await recordChange(tx, admin, { action: "tag.create", subject: { kind: "tag", id: null, name: "ROLLED" } });
    throw new Error("no");
  });
  await expect(failing).rejects.toThrow("no");
  expect(await searchNames({ subject: "rolled" })).toEqual([]);
});

test("entries cannot be updated, deleted or truncated, not even by SQL", async () => {
  await recordChange(testApp.ctx, admin, { action: "tag.create", subject: { kind: "tag", id: null, name: "KEPT" } });
  const { db } = testApp.ctx;
  const attempts = [
    sql`delete from audit_log`,
    sql`truncate audit_log`,
    sql`update audit_log set subject_name = 'forged'`,
    sql`update audit_log set at = now()`,
    sql`update audit_log set actor_id = ${owner.id}`,
    sql`update audit_log set after = '{"role":"admin"}'`,
  ];
  const { db: ofOwner, pool } = openDatabase(testApp.ctx.ownerUrl, { max: 1 });
  for (const attempt of attempts) {
    await expect(db.execute(attempt)).rejects.toMatchObject({ cause: { code: "42501" } });
    const refused = { cause: { message: "the audit log is only added to" } };
    await expect(ofOwner.execute(attempt)).rejects.toMatchObject(refused);
  }
  await pool.end();
  expect(await searchNames({ subject: "kept" })).toEqual(["KEPT"]);
});

test("is filtered by person in either language, action, subject and period", async () => {
  const line = (at: string, action: "order.cash" | "order.move", name: string) => {
    testApp.setNow(at);
    return recordChange(testApp.ctx, admin, {
      action,
      subject: { kind: "order", id: null, name, personId: owner.id },
    });
  };
  await line("2026-03-01T21:59:00Z", "order.cash", "ORD-EARLY");
  await line("2026-03-01T22:01:00Z", "order.move", "ORD-NIGHT");
  testApp.setNow("2026-11-21T12:00:00Z");
  expect(await searchNames({ who: "امينه", subject: "ORD" })).toEqual(["ORD-NIGHT", "ORD-EARLY"]);
  expect(await searchNames({ who: "fikry", action: "order.cash" })).toEqual(["ORD-EARLY"]);
  expect(await searchNames({ who: "nobody at all" })).toEqual([]);
  // In Cairo the second change happened on 2 March.
  expect(await searchNames({ from: "2026-03-02", to: "2026-03-02" })).toEqual(["ORD-NIGHT"]);
  expect(await searchNames({ to: "2026-03-01" })).toEqual(["ORD-EARLY"]);
  expect(await searchNames({ from: "2026-13-99", subject: "%" })).toEqual([]);
});

test("is paginated without losing or repeating entries, even with many of the same time", async () => {
  for (let line = 0; line < 120; line++)
    await recordChange(testApp.ctx, admin, {
      action: "tag.create",
      subject: { kind: "tag", id: null, name: `PAGE${line}` },
    });
  const seen: (string | null)[] = [];
  for (let after: string | null = ""; after !== null; ) {
    const page = await listChanges(testApp.ctx, admin, { subject: "page", after });
    seen.push(...page.changes.map(({ subjectName }) => subjectName));
    after = page.next;
  }
  expect([seen.length, new Set(seen).size]).toEqual([120, 120]);
});

test("rejects users who are not administrators", async () => {
  await expect(listChanges(testApp.ctx, owner, {})).rejects.toMatchObject({ status: 403 });
});

test("erasing a person clears the details about them and keeps who made the change", async () => {
  const leaving = await createTestUser(testApp.ctx, { firstName: "Leila", lastName: "Canaryleaves" });
  await recordChange(testApp.ctx, admin, {
    action: "pet.correct",
    subject: { kind: "pet", id: "a-pet", name: "Canarypet", personId: leaving.id },
    before: { name: "Canarypet" },
    after: { name: "Canarypet II" },
  });
  const copy = await accountPersonalData.read(testApp.ctx, leaving);
  expect(copy.changesByAdministrators).toMatchObject([{ action: "pet.correct", before: { name: "Canarypet" } }]);
  await accountPersonalData.erase?.(testApp.ctx, leaving);
  await testApp.ctx.pool.query("delete from users where id = $1", [leaving.id]);
  const lines = await testApp.ctx.db.select().from(auditLog).where(eq(auditLog.action, "pet.correct"));
  expect(lines).toMatchObject([{ actorId: admin.id, personId: null, subjectId: null, before: null, after: null }]);
  expect(JSON.stringify(lines)).not.toContain("Canarypet");
});

test("an erased administrator's entry remains without a name", async () => {
  const erasedAdmin = await createTestAdmin(testApp.ctx);
  await recordChange(testApp.ctx, erasedAdmin, {
    action: "tag.create",
    subject: { kind: "tag", id: null, name: "ORPHAN" },
  });
  await testApp.ctx.pool.query("delete from users where id = $1", [erasedAdmin.id]);
  const { changes } = await listChanges(testApp.ctx, admin, { subject: "orphan" });
  expect(changes).toMatchObject([{ actorName: null, action: "tag.create" }]);
});
