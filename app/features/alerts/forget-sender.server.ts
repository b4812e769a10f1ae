import { inArray, type SQL, sql } from "drizzle-orm";
import type { World } from "#app/platform/world.server.ts";
import { alerts } from "./alerts.tables.server.ts";

/** Takes names and words out of what others were told about these topics, because whose they were leaves. */
export async function forgetSender({ db }: Pick<World, "db">, topics: SQL): Promise<void> {
  await db
    .update(alerts)
    .set({ params: sql`${alerts.params} - 'finderName' - 'text'` })
    .where(inArray(alerts.topic, topics));
}
