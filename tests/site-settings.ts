import {
  defaultSiteSettings,
  type SiteSettings,
  type SiteSettingsCache,
  type SiteSettingsGroup,
  siteSettingsTopic,
} from "#app/platform/site-settings.server.ts";
import { query } from "./databases.ts";

/** Values of some settings, by group. */
export type SomeSettings = { [Group in SiteSettingsGroup]?: Partial<SiteSettings[Group]> };

function merge(current: SiteSettings, some: SomeSettings): SiteSettings {
  const groups = Object.entries(current).map(([name, values]) => [
    name,
    { ...values, ...some[name as SiteSettingsGroup] },
  ]);
  return Object.fromEntries(groups);
}

/** Returns a copy of the context in which some settings of the panel are different. */
export function withSiteSettings<Ctx extends { siteSettings: SiteSettingsCache }>(ctx: Ctx, some: SomeSettings): Ctx {
  return { ...ctx, siteSettings: { ...ctx.siteSettings, current: merge(ctx.siteSettings.current, some) } };
}

/** Stores settings of the panel as an administrator does, for processes that are running or will be. */
export async function storeSiteSettings(databaseUrl: string, some: SomeSettings): Promise<void> {
  const all = merge(defaultSiteSettings, some);
  for (const name of Object.keys(some) as SiteSettingsGroup[])
    await query(
      databaseUrl,
      `with added as (
         insert into site_settings (name, version, "values", changed_at)
         select $1, coalesce(max(version), 0) + 1, $2, now() from site_settings where name = $1 returning 1)
       select pg_notify($3, '') from added`,
      [name, JSON.stringify(all[name]), siteSettingsTopic],
    );
}
