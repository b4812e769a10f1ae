import { eq } from "drizzle-orm";
import { notifications } from "#app/features/notifications/notifications.tables.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";

/** Lists a user's notifications, the oldest first. */
export const notificationsFor = ({ db }: Pick<AppContext, "db">, userId: string) =>
  db.select().from(notifications).where(eq(notifications.userId, userId)).orderBy(notifications.id);
