import type { Actor } from "#app/features/users/users.rules.ts";
import { appContext } from "#app/platform/http/request-info.server.ts";
import { dayIn } from "#app/platform/i18n/dates/wall-clock.rules.ts";
import { readListRun } from "./bulk/bulk-runs.server.ts";

/**
 * Returns what a list page shows beside its rows: what its URL asks for, today in the administrator's time zone, and
 * the bulk run. A page number that was found is spread over it.
 */
export async function readListState<Query>(loading: Parameters<typeof readListRun>[0], admin: Actor, query: Query) {
  const { clock } = loading.context.get(appContext);
  return { ...query, today: dayIn(clock.now(), admin.timeZone), run: await readListRun(loading, admin) };
}
