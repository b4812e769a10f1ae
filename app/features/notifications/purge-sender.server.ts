import { inArray, type SQL, sql } from "drizzle-orm";
import type { AppContext } from "#app/platform/app-context.server.ts";
import type { NotificationParams } from "./notifications.rules.ts";
import { notifications } from "./notifications.tables.server.ts";

/** Parameters not written by a person; all others may name someone. */
const impersonal = [
  ...["nameless", "isTest", "isTap", "times", "isLive", "isReplaced", "plan", "days", "time", "pieces", "isOver"],
  ...["orderNews", "planNews", "transferNews", "caregiverNews", "tagNews", "accountNews"],
] as (keyof NotificationParams)[];

/**
 * Removes names and texts from notifications about these topics, because the person's account is deleted. The pet's
 * name is kept when it is the recipient's own pet (`keepsPet`).
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
