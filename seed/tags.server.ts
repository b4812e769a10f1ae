import { createTag } from "#app/features/tags/batches/create-tags.server.ts";
import { claimTag, deactivateTag } from "#app/features/tags/tags.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { hoursAgo } from "./hours-ago.server.ts";

/**
 * Ten days, which is before the oldest demo scan: owners are only notified of scans made after they claimed the tag.
 */
const claimedHoursAgo = 240;

/** Published codes of the demo tags. */
export const demoCodes = ["DEMO-LINKED", "DEMO-FREE", "DEMO-OFF", "DEMO-OWNED", "DEMO-LUNA"];

interface TagHolders {
  admin: Actor;
  owner: { actor: Actor; petId: string };
  finder: { actor: Actor; petId: string };
}

/** Creates a tag in each state: linked, free, deactivated, owned without a pet, and one of the second owner. */
export async function seedTags(ctx: AppContext, { admin, owner, finder }: TagHolders): Promise<void> {
  await hoursAgo(ctx, claimedHoursAgo, async (then) => {
    for (const code of demoCodes) await createTag(then, admin, code);
    await claimTag(then, owner.actor, { code: "DEMO-LINKED", petId: owner.petId });
    await claimTag(then, finder.actor, { code: "DEMO-LUNA", petId: finder.petId });
    await claimTag(then, owner.actor, { code: "DEMO-OWNED" });
    const off = await claimTag(then, owner.actor, { code: "DEMO-OFF" });
    await deactivateTag(then, owner.actor, off.id);
  });
}
