import { and, count, eq } from "drizzle-orm";
import { canAddPet, type Plan, petLimits } from "#app/features/plans/plans.rules.ts";
import { getPlan } from "#app/features/plans/plans.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { AppError } from "#app/platform/app-error.server.ts";
import { livePet, pets } from "./pets.tables.server.ts";

type Owner = { id: string };

export interface PetQuota {
  plan: Plan;
  count: number;
  /** Null: unlimited. */
  limit: number | null;
  canAdd: boolean;
}

/** Returns how many pets the user has, the limit of their plan, and whether another can be added. */
export async function getPetQuota(ctx: AppContext, actor: Owner): Promise<PetQuota> {
  const plan = await getPlan(ctx, actor);
  const [row] = await ctx.db
    .select({ count: count() })
    .from(pets)
    .where(and(eq(pets.ownerId, actor.id), livePet));
  const petCount = row?.count ?? 0;
  const limit = petLimits[plan];
  return { plan, count: petCount, limit: Number.isFinite(limit) ? limit : null, canAdd: canAddPet(plan, petCount) };
}

/** Throws 409 on the field `plan` when the plan's limit is reached, so that the form can link to the plans. */
export function requirePetQuota({ plan, canAdd }: PetQuota): void {
  if (!canAdd) throw new AppError(`plans.full.${plan}`, 409, { field: "plan" });
}
