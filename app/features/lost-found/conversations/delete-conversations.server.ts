import { inArray, type SQLWrapper } from "drizzle-orm";
import { conversations } from "#app/features/conversations/conversations.tables.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { reportConversations } from "../reports.tables.server.ts";

/**
 * Deletes the conversations about these reports with their messages. Call it before the reports are deleted, since that
 * deletes the link between them.
 */
export async function deleteConversations(
  { db }: Pick<AppContext, "db">,
  reportIds: string[] | SQLWrapper,
): Promise<void> {
  const ofThem = db
    .select({ id: reportConversations.conversationId })
    .from(reportConversations)
    .where(inArray(reportConversations.reportId, reportIds));
  await db.delete(conversations).where(inArray(conversations.id, ofThem));
}
