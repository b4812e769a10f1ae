import { type Placeholder, sql } from "drizzle-orm";
import type { AppContext } from "#app/platform/app-context.server.ts";
import type { Db } from "#app/platform/db/connection/database.server.ts";
import { createPreparedQuery } from "#app/platform/db/prepare.server.ts";

export const liveTopic = "aleef_live";

/**
 * Event that the triggers on the panel's tables send on this channel when something that waits for administrators
 * changes.
 */
export interface AdminEvent {
  admins: true;
}

/** Something changed for a user. Contains ids only; each listener fetches what it may see. */
interface UserEvent {
  user: string;
  notification?: string;
}

/** Returns a query that sends events at the commit; `events` stands for the result of `toPayloads`. */
export function selectEvents(db: Pick<Db, "select">, events: Placeholder) {
  const payloads = sql`unnest(${events}::text[]) as line`;
  return db.select({ sent: sql`pg_notify(${liveTopic}, line)` }).from(payloads);
}

/** Returns the events as the JSON that listeners receive. */
export const toPayloads = (events: readonly UserEvent[]): string[] => events.map((event) => JSON.stringify(event));

const sendEvents = createPreparedQuery((db) => selectEvents(db, sql.placeholder("events")));

/** Sends the events to every process, at the commit of a transaction. */
export async function notifyListeners({ db }: Pick<AppContext, "db">, events: readonly UserEvent[]): Promise<void> {
  await sendEvents(db).execute({ events: toPayloads(events) });
}
