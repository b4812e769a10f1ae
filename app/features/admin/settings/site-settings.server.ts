import { isDeepStrictEqual } from "node:util";
import { sql } from "drizzle-orm";
import { recordChange } from "#app/features/audit-log/audit-log.server.ts";
import { isCurrencyUsed } from "#app/features/orders/orders.server.ts";
import { requireAdmin } from "#app/features/users/require-admin.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { AppError } from "#app/platform/app-error.server.ts";
import { withTransaction } from "#app/platform/db/connection/database.server.ts";
import { siteSettings } from "#app/platform/db/platform.tables.server.ts";
import {
  loadSiteSettings,
  type SiteSettings,
  type SiteSettingsGroup,
  siteSettingsTopic,
} from "#app/platform/site-settings.server.ts";

/** Returns the fields under their names in the audit log: `seller.taxRate`. */
function formatForAudit(group: SiteSettingsGroup, values: object) {
  const fields = Object.entries(values).map(([name, value]) => [
    `${group}.${name}`,
    Array.isArray(value) ? value.join(", ") : value,
  ]);
  return Object.fromEntries(fields);
}

/**
 * Stores new values of a group of settings as its next version, with an entry in the audit log; every process uses them
 * at once. Administrators only. Throws `adminSettings.changedMeanwhile` if another administrator changed the group after
 * the form was opened, and `adminSettings.currencyUsed` for another currency than that of existing orders.
 */
export async function updateSiteSettings<Group extends SiteSettingsGroup>(
  ctx: AppContext,
  admin: Actor,
  group: Group,
  { version, ...values }: SiteSettings[Group] & { version: number },
): Promise<void> {
  requireAdmin(admin);
  await withTransaction(ctx, async (tx) => {
    const current = await loadSiteSettings(tx);
    const { version: stored, values: before } = current[group];
    const changedMeanwhile = new AppError("adminSettings.changedMeanwhile", 409);
    if (stored !== version) throw changedMeanwhile;
    if (isDeepStrictEqual({ ...before }, { ...values })) return;
    const { currency } = current.shop.values;
    if ("currency" in values && values.currency !== currency && (await isCurrencyUsed(tx)))
      throw new AppError("adminSettings.currencyUsed", 409, { field: "currency", params: { currency } });
    const row = { name: group, version: version + 1, values, changedAt: tx.clock.now() };
    const added = await tx.db.insert(siteSettings).values(row).onConflictDoNothing().returning();
    if (added.length === 0) throw changedMeanwhile;
    await recordChange(tx, admin, {
      action: "settings.change",
      subject: { kind: "settings", id: group },
      before: formatForAudit(group, before),
      after: formatForAudit(group, values),
    });
    await tx.db.execute(sql`select pg_notify(${siteSettingsTopic}, '')`);
  });
  await ctx.siteSettings.refresh();
}
