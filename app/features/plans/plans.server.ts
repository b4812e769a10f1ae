import type { World } from "#app/platform/world.server.ts";
import type { Plan } from "./plans.rules.ts";

/**
 * The plan that holds for somebody at this moment; everybody has one. Asked inside a transaction it reads what that
 * transaction sees, so a limit can be checked under the lock that guards it.
 */
export async function planOf(_world: Pick<World, "db" | "clock">, _actor: { id: string }): Promise<Plan> {
  return "basic";
}
