import { inArray, type SQL, sql } from "drizzle-orm";
import type { AppContext } from "#app/platform/app-context.server.ts";
import type { NotificationParams } from "./notifications.rules.ts";
import { notifications } from "./notifications.tables.server.ts";

/** Values that no person wrote: all others may name somebody. */
const impersonal = [
  ...["nameless", "isTest", "isTap", "times", "isLive", "isReplaced", "plan", "days", "time", "pieces", "isOver"],
  ...["orderNews", "planNews", "transferNews", "caregiverNews", "tagNews", "accountNews"],
] as (keyof NotificationParams)[];

/**
 * Takes names and words out of what others were told about these topics, because whose they were leaves. The pet's name
 * stays where it is the reader's own pet (`keepsPet`).
 */
export async function purgeSender(
  { db }: Pick<AppContext, "db">,
  topics: SQL,
  { keepsPet }: { keepsPet: boolean },
): Promise<void> {
  const names = keepsPet ? [...impersonal, "petName"] : impersonal;
  const values = sql`select jsonb_object_agg(name, value) from jsonb_each(${notifications.params}) as param (name, value)`;
  await db
    .update(notifications)
    .set({ params: sql`coalesce((${values} where name = any(${sql.param(names)}::text[])), '{}'::jsonb)` })
    .where(inArray(notifications.topic, topics));
}
