import { and, asc, eq, gt } from "drizzle-orm";
import { inPages, type PersonalData } from "#app/features/users/personal-data.server.ts";
import {
  escalationChoices,
  escalationSteps,
  escalations,
  handovers,
  letterBudgets,
  livePoints,
  liveShares,
  scanRecords,
  tagTests,
} from "./scans.tables.server.ts";

export const scansPersonalData: PersonalData = {
  tables: [
    scanRecords,
    letterBudgets,
    tagTests,
    handovers,
    escalationChoices,
    escalations,
    escalationSteps,
    liveShares,
    livePoints,
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
      // Where a finder walked is the finder's: it is shown for a day and copied nowhere.
      liveShares: await db
        .select({ scanId: liveShares.scanId, startsAt: liveShares.startsAt, endsAt: liveShares.endsAt })
        .from(liveShares)
        .innerJoin(scanRecords, eq(scanRecords.id, liveShares.scanId))
        .where(eq(scanRecords.ownerId, id)),
      handovers: await db.select().from(handovers).where(eq(handovers.ownerId, id)).orderBy(asc(handovers.startedAt)),
      scans: inPages(async (after, most) => {
        const rows = await db
          .select()
          .from(scanRecords)
          .where(and(eq(scanRecords.ownerId, id), gt(scanRecords.id, after)))
          .orderBy(asc(scanRecords.id))
          .limit(most);
        // The address and the visit are the finder's, not the owner's.
        return rows.map(({ ip: _ip, visit: _visit, ...row }) => row);
      }),
    };
  },
};
