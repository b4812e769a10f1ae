import { and, count, eq } from "drizzle-orm";
import { canAddPet, type Plan, petLimits } from "#app/features/plans/plans.rules.ts";
import { getPlan } from "#app/features/plans/plans.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { AppError } from "#app/platform/http/app-error.server.ts";
import { livePet, pets } from "../pets.tables.server.ts";

type Owner = { id: string };

export interface PetRoom {
  plan: Plan;
  count: number;
  /** Null: the plan has no limit. */
  limit: number | null;
  canAdd: boolean;
}

/** How many pets somebody has, how many their plan holds, and whether one more fits. */
export async function getPetQuota(ctx: AppContext, actor: Owner): Promise<PetRoom> {
  const plan = await getPlan(ctx, actor);
  const [row] = await ctx.db
    .select({ count: count() })
    .from(pets)
    .where(and(eq(pets.ownerId, actor.id), livePet));
  const there = row?.count ?? 0;
  const limit = petLimits[plan];
  return { plan, count: there, limit: Number.isFinite(limit) ? limit : null, canAdd: canAddPet(plan, there) };
}

/** Refuses one more pet than the plan holds, at the field `plan`, so that the form can show the way to the plans. */
export function requirePetQuota({ plan, canAdd }: PetRoom): void {
  if (!canAdd) throw new AppError(`plans.full.${plan}`, 409, { field: "plan" });
}
