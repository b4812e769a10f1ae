import { inArray, type SQL, sql } from "drizzle-orm";
import type { AppContext } from "#app/platform/app-context.server.ts";
import type { AlertParams } from "./notifications.rules.ts";
import { alerts } from "./notifications.tables.server.ts";

/** Values that no person wrote: all others may name somebody. */
const impersonal = [
  ...["nameless", "isTest", "isTap", "times", "isLive", "isReplaced", "plan", "days", "time", "pieces", "isOver"],
  ...["orderNews", "planNews", "transferNews", "carerNews", "tagNews"],
] as (keyof AlertParams)[];

/**
 * Takes names and words out of what others were told about these topics, because whose they were leaves. The pet's name
 * stays where it is the reader's own pet (`keepsPet`).
 */
export async function forgetSender(
  { db }: Pick<AppContext, "db">,
  topics: SQL,
  { keepsPet }: { keepsPet: boolean },
): Promise<void> {
  const kept = keepsPet ? [...impersonal, "petName"] : impersonal;
  const values = sql`select jsonb_object_agg(name, value) from jsonb_each(${alerts.params}) as param (name, value)`;
  await db
    .update(alerts)
    .set({ params: sql`coalesce((${values} where name = any(${sql.param(kept)}::text[])), '{}'::jsonb)` })
    .where(inArray(alerts.topic, topics));
}
