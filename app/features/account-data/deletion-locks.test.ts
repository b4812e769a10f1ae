// A person who deletes the account while a form of theirs is saved would wait for ever, or get an error.
import { eq, type SQL, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { conversations } from "#app/features/conversations/conversations.tables.server.ts";
import { createReportConversation } from "#app/features/lost-found/conversations/report-conversations.server.ts";
import { sendNotifications } from "#app/features/notifications/notifications.server.ts";
import { escalations, handovers } from "#app/features/scans/scans.tables.server.ts";
import { lockUser } from "#app/features/users/lock-user.server.ts";
import type { PersonalData } from "#app/features/users/personal-data.server.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import { withTransaction } from "#app/platform/db/connection/database.server.ts";
import { createId } from "#app/platform/db/uuid.server.ts";
import { soon } from "#tests/eventually.ts";
import { createTestData, emails } from "#tests/http/permission-data.ts";
import { createTestReport, createTestUser } from "#tests/make.ts";
import { createTestApp } from "#tests/test-app.ts";
import { purgeAccount } from "./delete-account.server.ts";
import { lockingOrder, personalData } from "./personal-data.server.ts";

const testApp = await createTestApp();
const { ctx } = testApp;

await createTestData(ctx);
const [owner] = await ctx.db.select().from(users).where(eq(users.email, emails.owner));
const ownerId = owner!.id;
const reporter = await createTestUser(ctx);
const from = { address: "198.18.7.7", language: "en" } as const;
const reportId = await createTestReport(ctx, reporter);
await createReportConversation(ctx, reportId, { body: "I saw her" }, { ...from, actor: owner! });
const [conversation] = await ctx.db.select().from(conversations).where(eq(conversations.ownerId, ownerId));
const row = { conversationId: conversation!.id, ownerId, startedAt: ctx.clock.now() };
await ctx.db
  .insert(escalations)
  .values({ ...row, minutes: 5 })
  .onConflictDoNothing();
await ctx.db
  .insert(handovers)
  .values({ ...row, lostSince: row.startedAt })
  .onConflictDoNothing();

class Undone extends Error {}

/** Rows that others lock before they write something for the account, such as a notification. */
const locked: Record<string, (id: string) => SQL> = {
  "a finder's tag": (id) => sql`select id from tags where owner_id = ${id} for no key update`,
  "a conversation": (id) => sql`select id from conversations where owner_id = ${id} for no key update`,
  "a conversation about another's report": (id) =>
    sql`select id from conversations where id in (select conversation_id from report_conversations where writer_id = ${id}) for no key update`,
  "an escalation": (id) => sql`select conversation_id from escalations where owner_id = ${id} for update`,
  "a handover": (id) => sql`select conversation_id from handovers where owner_id = ${id} for update`,
  "an order": (id) => sql`select id from store_orders where user_id = ${id} for no key update`,
  "a pet": (id) => sql`select id from pets where owner_id = ${id} for no key update`,
  "a report": (id) => sql`select id from lost_found_posts where reporter_id = ${id} for update`,
  "a reminder": (id) => sql`select id from reminders where owner_id = ${id} for update`,
  "a plan request": (id) => sql`select id from subscription_requests where user_id = ${id} for update`,
};

test.each(Object.keys(locked))(
  "deleting an account does not deadlock with somebody who has locked %s",
  async (what) => {
    const attempts = { deletion: 0, other: 0 };
    let deletion: Promise<unknown> | undefined;
    await withTransaction(ctx, async (tx) => {
      attempts.other++;
      const { rows } = await tx.db.execute(locked[what]!(ownerId));
      expect(rows.length, "rows of the account").toBeGreaterThan(0);
      deletion ??= withTransaction(ctx, async (inner) => {
        attempts.deletion++;
        await purgeAccount(inner, (await lockUser(inner, ownerId)).user);
        throw new Undone();
      }).catch((error: unknown) => error);
      await soon(async () => {
        const waiting = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
        expect((await ctx.db.execute(waiting)).rows).toHaveLength(1);
      });
      await sendNotifications(tx, [
        { userId: ownerId, kind: "scan", params: {}, link: "/dashboard", topic: createId() },
      ]);
    });
    expect(await deletion).toBeInstanceOf(Undone);
    expect(attempts).toEqual({ deletion: 1, other: 1 });
  },
);

test("every feature with rows to lock has its place in the order", () => {
  const withLocks = Object.values(personalData as Record<string, PersonalData>).filter(({ locks }) => locks);
  expect(new Set(lockingOrder)).toEqual(new Set(withLocks));
});
