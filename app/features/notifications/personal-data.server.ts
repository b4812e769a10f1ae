import { and, asc, eq, gt, inArray } from "drizzle-orm";
import { inPages, type PersonalData } from "#app/features/users/personal-data.server.ts";
import { alertDeliveries, alertPreferences, alerts, pushSubscriptions } from "./notifications.tables.server.ts";

export const alertsPersonalData: PersonalData = {
  tables: [alerts, alertDeliveries, alertPreferences, pushSubscriptions],
  async read({ db }, { id }) {
    const [preferences] = await db.select().from(alertPreferences).where(eq(alertPreferences.userId, id));
    const devices = await db.select().from(pushSubscriptions).where(eq(pushSubscriptions.userId, id));
    return {
      preferences: preferences ?? null,
      pushDevices: devices.map(({ browser, endpoint, createdAt, lastUsedAt }) => ({
        browser,
        service: new URL(endpoint).host,
        createdAt,
        lastUsedAt,
      })),
      inbox: inPages(async (after, most) => {
        const rows = await db
          .select()
          .from(alerts)
          .where(and(eq(alerts.userId, id), gt(alerts.id, after)))
          .orderBy(asc(alerts.id))
          .limit(most);
        const ids = rows.map((row) => row.id);
        const told = ids.length
          ? await db.select().from(alertDeliveries).where(inArray(alertDeliveries.alertId, ids))
          : [];
        return rows.map(({ petOwnerId: _, ...row }) => ({
          ...row,
          deliveries: told.filter(({ alertId }) => alertId === row.id),
        }));
      }),
    };
  },
};
