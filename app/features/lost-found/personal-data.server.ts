import { and, eq, gt, inArray, or, sql } from "drizzle-orm";
import { conversations, messages } from "#app/features/conversations/conversations.tables.server.ts";
import { purgeSender } from "#app/features/notifications/notifications.server.ts";
import { hasAddress, type Person, type PersonalData, readPages } from "#app/features/users/personal-data.server.ts";
import { deleteConversations } from "./conversations/delete-conversations.server.ts";
import { deleteComplaints } from "./moderation/report-complaints.server.ts";
import {
  lostFoundPosts,
  posterVisits,
  reportBans,
  reportComplaints,
  reportConversations,
  reportMatches,
  reportPhotos,
  reportPosters,
} from "./reports.tables.server.ts";

/** Matches reports made with the account, or as a guest with its e-mail address. */
const isOwn = (person: Person) =>
  or(eq(lostFoundPosts.reporterId, person.id), hasAddress(lostFoundPosts.guestEmail, person));

/** Matches conversations about others' reports that the person wrote, with the account or as a guest. */
const isWriter = (person: Person) =>
  or(eq(reportConversations.writerId, person.id), hasAddress(reportConversations.writerEmail, person));

const isTheirComplaint = (person: Person) =>
  or(eq(reportComplaints.by, person.id), hasAddress(reportComplaints.email, person));

export const reportsPersonalData: PersonalData = {
  tables: [
    lostFoundPosts,
    reportConversations,
    reportComplaints,
    reportMatches,
    reportPhotos,
    reportPosters,
    posterVisits,
    reportBans,
  ],
  async read({ db }, person) {
    const own = db.select({ id: lostFoundPosts.id }).from(lostFoundPosts).where(isOwn(person));
    return {
      reports: readPages(async (after, maxRows) => {
        const rows = await db
          .select()
          .from(lostFoundPosts)
          .where(and(isOwn(person), gt(lostFoundPosts.id, after)))
          .orderBy(lostFoundPosts.id)
          .limit(maxRows);
        return rows.map(({ fingerprint, words, search, contactSearch, matchAskedAt, mergedById, ...report }) => report);
      }),
      conversations: await db
        .select({
          reportId: reportConversations.reportId,
          claimedMark: reportConversations.claimedMark,
          contactSharedAt: reportConversations.grantedAt,
          sharedContact: reportConversations.granted,
          // Those about the person's own reports are among their messages already.
          messages: sql`(select coalesce(json_agg(json_build_object('author', said.author, 'body', said.body,
              'createdAt', said.created_at) order by said.id), '[]') from ${messages} as said
            where said.conversation_id = ${reportConversations}.conversation_id and ${isWriter(person)})`,
        })
        .from(reportConversations)
        .where(or(isWriter(person), inArray(reportConversations.reportId, own))),
      posters: await db
        .select({
          reportId: reportPosters.reportId,
          code: reportPosters.code,
          place: reportPosters.place,
          scans: reportPosters.scans,
          createdAt: reportPosters.createdAt,
        })
        .from(reportPosters)
        .where(inArray(reportPosters.reportId, own)),
      matches: readPages((after, maxRows) =>
        db
          .select({
            id: lostFoundPosts.id,
            matches: sql`(select json_agg(json_build_object('otherReport', one.other, 'notTheSameSince', one.dismissed_at))
              from (select found_id as other, dismissed_by_lost_at as dismissed_at from ${reportMatches}
                  where lost_id = ${lostFoundPosts.id}
                union all select lost_id, dismissed_by_found_at from ${reportMatches}
                  where found_id = ${lostFoundPosts.id}) as one)`,
          })
          .from(lostFoundPosts)
          .where(and(isOwn(person), gt(lostFoundPosts.id, after)))
          .orderBy(lostFoundPosts.id)
          .limit(maxRows),
      ),
      bans: await db
        .select({ reason: reportBans.reason, createdAt: reportBans.createdAt, liftedAt: reportBans.liftedAt })
        .from(reportBans)
        .where(or(eq(reportBans.userId, person.id), hasAddress(reportBans.email, person))),
      complaints: await db
        .select({
          reason: reportComplaints.reason,
          note: reportComplaints.note,
          email: reportComplaints.email,
          createdAt: reportComplaints.createdAt,
          outcome: reportComplaints.outcome,
        })
        .from(reportComplaints)
        .where(or(eq(reportComplaints.by, person.id), hasAddress(reportComplaints.email, person))),
    };
  },
  async photos({ db }, person) {
    const rows = await db
      .select({
        photos: sql<string[]>`${lostFoundPosts.photos} || ${lostFoundPosts.hiddenPhotos}`,
        petName: lostFoundPosts.petName,
        kind: lostFoundPosts.kind,
      })
      .from(lostFoundPosts)
      .where(isOwn(person));
    return rows.flatMap(({ photos, petName, kind }) => photos.map((id) => ({ id, of: petName ?? kind })));
  },
  locks({ db }, person) {
    const complainedAbout = db
      .select({ id: reportComplaints.reportId })
      .from(reportComplaints)
      .where(isTheirComplaint(person));
    const written = db
      .select({ id: reportConversations.conversationId })
      .from(reportConversations)
      .where(isWriter(person));
    return [
      // In the order that merges and matches use.
      { key: lostFoundPosts.id, where: or(isOwn(person), inArray(lostFoundPosts.id, complainedAbout)) },
      { key: conversations.id, where: inArray(conversations.id, written) },
    ];
  },
  async erase({ db, clock, jobs }, person) {
    const isTheirs = isWriter(person);
    const written = db.select({ id: reportConversations.conversationId }).from(reportConversations).where(isTheirs);
    await db.update(conversations).set({ finderName: null }).where(inArray(conversations.id, written));
    await purgeSender(
      { db },
      sql`(select ${reportConversations.conversationId}::text from ${reportConversations} where ${isTheirs})`,
      { keepsPet: true },
    );
    await db
      .update(reportConversations)
      .set({ writerLeftAt: clock.now(), writerId: null, writerEmail: null, grantedAt: null, granted: null })
      .where(isTheirs);
    await db
      .update(reportBans)
      .set({ userId: null, email: null })
      .where(or(eq(reportBans.userId, person.id), hasAddress(reportBans.email, person)));
    await deleteComplaints({ db }, isTheirComplaint(person));
    await deleteConversations(
      { db, jobs },
      db.select({ id: lostFoundPosts.id }).from(lostFoundPosts).where(isOwn(person)),
    );
    await db.delete(lostFoundPosts).where(isOwn(person));
  },
};
