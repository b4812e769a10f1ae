import type { UpgradeForm } from "#app/features/plans/plans.forms.server.ts";
import { getFirstPrices, type PaidPlan } from "#app/features/plans/plans.rules.ts";
import { approveRequest } from "#app/features/plans/review/decide-requests.server.ts";
import { requestUpgrade } from "#app/features/plans/upgrade-requests/upgrade-requests.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { plainPicture } from "#tests/plain-picture.ts";
import { createTestAdmin } from "./make.ts";

/** Creates an upgrade request; one month of Comfort paid by InstaPay unless `values` differ. Returns its id. */
export function createTestUpgradeRequest(
  ctx: AppContext,
  owner: Actor,
  values: Partial<UpgradeForm> = {},
): Promise<string> {
  const { plan = "comfort", months = 1 } = values;
  return requestUpgrade(ctx, owner, {
    plan,
    months,
    paymentMethod: "instapay",
    reference: null,
    notes: null,
    proof: undefined,
    seenCents: getFirstPrices()[plan][months],
    ...values,
  });
}

/** Gives an owner one month of a plan by a request and its approval. */
export async function grantTestPlan(ctx: AppContext, owner: Actor, plan: PaidPlan = "comfort"): Promise<void> {
  await approveRequest(ctx, await createTestAdmin(ctx), await createTestUpgradeRequest(ctx, owner, { plan }));
}

/** Creates a proof of payment: a screenshot in one colour. */
export async function createProofImage(background: string): Promise<File> {
  const picture = plainPicture(300, 600, background);
  return new File([new Uint8Array(await picture.png().toBuffer())], "paid.png", { type: "image/png" });
}
