import { and, asc, eq, gt } from "drizzle-orm";
import { type PersonalData, readPages } from "#app/features/users/personal-data.server.ts";
import {
  emailBudgets,
  escalationChoices,
  escalationSteps,
  escalations,
  handovers,
  liveLocationPoints,
  liveLocationShares,
  scanRecords,
  tagTests,
} from "./scans.tables.server.ts";

export const scansPersonalData: PersonalData = {
  tables: [
    scanRecords,
    emailBudgets,
    tagTests,
    handovers,
    escalationChoices,
    escalations,
    escalationSteps,
    liveLocationShares,
    liveLocationPoints,
  ],
  async read({ db }, { id }) {
    const [test] = await db.select().from(tagTests).where(eq(tagTests.ownerId, id));
    return {
      lastTestOfATag: test ?? null,
      askingContacts: (await db.select().from(escalationChoices).where(eq(escalationChoices.ownerId, id)))[0] ?? null,
      askedContacts: await db
        .select({ escalation: escalations, step: escalationSteps })
        .from(escalations)
        .leftJoin(escalationSteps, eq(escalationSteps.conversationId, escalations.conversationId))
        .where(eq(escalations.ownerId, id))
        .orderBy(asc(escalations.startedAt), asc(escalationSteps.position)),
      // Where a finder walked is the finder's data: shown for a day and never exported.
      liveLocationShares: await db
        .select({
          scanId: liveLocationShares.scanId,
          startsAt: liveLocationShares.startsAt,
          endsAt: liveLocationShares.endsAt,
        })
        .from(liveLocationShares)
        .innerJoin(scanRecords, eq(scanRecords.id, liveLocationShares.scanId))
        .where(eq(scanRecords.ownerId, id)),
      handovers: await db.select().from(handovers).where(eq(handovers.ownerId, id)).orderBy(asc(handovers.startedAt)),
      scans: readPages(async (after, maxRows) => {
        const rows = await db
          .select()
          .from(scanRecords)
          .where(and(eq(scanRecords.ownerId, id), gt(scanRecords.id, after)))
          .orderBy(asc(scanRecords.id))
          .limit(maxRows);
        // IP address and visit id are the finder's data, not the owner's.
        return rows.map(({ ip: _ip, visit: _visit, ...row }) => row);
      }),
    };
  },
  locks: (_ctx, { id }) => [
    { key: handovers.conversationId, where: eq(handovers.ownerId, id) },
    { key: escalations.conversationId, where: eq(escalations.ownerId, id) },
  ],
};
