import { type Placeholder, sql } from "drizzle-orm";
import type { AppContext } from "#app/platform/app-context.server.ts";
import type { Db } from "#app/platform/db/connection/database.server.ts";
import { prepareOnce, unnamed } from "#app/platform/db/prepare.server.ts";

export const liveChannel = "aleef_live";

/**
 * Event that the triggers on the panel's tables send on this channel when something that waits for administrators
 * changes.
 */
export interface AdminEvent {
  admins: true;
}

/** News of a user. Contains ids only; each listener fetches what it may see. */
interface UserEvent {
  user: string;
  notification?: string;
}

/** Selects, for the events that the placeholder stands for (`toPayloads`), their sending at the commit. */
export function selectEvents(db: Pick<Db, "select">, events: Placeholder) {
  const payloads = sql`unnest(${events}::text[]) as line`;
  return db.select({ sent: sql`pg_notify(${liveChannel}, line)` }).from(payloads);
}

export const toPayloads = (events: readonly UserEvent[]): string[] => events.map((event) => JSON.stringify(event));

const sendEvents = prepareOnce((db) => selectEvents(db, sql.placeholder("events")).prepare(unnamed));

/** Notifies every process that users have news, at the commit of a transaction. */
export async function notifyListeners({ db }: Pick<AppContext, "db">, news: readonly UserEvent[]): Promise<void> {
  await sendEvents(db).execute({ events: toPayloads(news) });
}
