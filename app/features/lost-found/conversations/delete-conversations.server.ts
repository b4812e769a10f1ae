import { inArray, type SQLWrapper } from "drizzle-orm";
import { deleteAttachments } from "#app/features/conversations/attachments/attachments.server.ts";
import { conversations } from "#app/features/conversations/conversations.tables.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { reportConversations } from "../reports.tables.server.ts";

/**
 * Deletes the conversations about these reports with their messages and, after the transaction, their files. Call it before the reports are deleted, since that
 * deletes the link between them.
 */
export async function deleteConversations(
  tx: Pick<AppContext, "db" | "jobs">,
  reportIds: string[] | SQLWrapper,
): Promise<void> {
  const ofThem = tx.db
    .select({ id: reportConversations.conversationId })
    .from(reportConversations)
    .where(inArray(reportConversations.reportId, reportIds));
  await deleteAttachments(tx, ofThem);
  await tx.db.delete(conversations).where(inArray(conversations.id, ofThem));
}
