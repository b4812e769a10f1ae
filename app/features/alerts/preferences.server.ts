import { eq } from "drizzle-orm";
import type { Actor } from "#app/features/accounts/accounts.rules.ts";
import { Refusal } from "#app/platform/http/refusal.server.ts";
import type { World } from "#app/platform/world.server.ts";
import { type Preferences, preferencesOf, urgentKinds } from "./alerts.rules.ts";
import { alertPreferences } from "./alerts.tables.server.ts";

export async function getPreferences(world: World, actor: Actor): Promise<Preferences> {
  const [row] = await world.db.select().from(alertPreferences).where(eq(alertPreferences.userId, actor.id));
  return preferencesOf(row?.choices);
}

/** Keeps the choices. Refuses to switch off every channel for a person who stands beside the animal. */
export async function changePreferences(world: World, actor: Actor, choices: Preferences): Promise<void> {
  for (const kind of urgentKinds)
    if (!Object.values(choices[kind]).some(Boolean)) throw new Refusal("alerts.keepOneChannel", 400);
  await world.db
    .insert(alertPreferences)
    .values({ userId: actor.id, choices })
    .onConflictDoUpdate({ target: alertPreferences.userId, set: { choices } });
}
