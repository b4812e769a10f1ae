import { and, asc, eq, gt, inArray } from "drizzle-orm";
import { type PersonalData, readPages } from "#app/features/users/personal-data.server.ts";
import {
  notificationDeliveries,
  notificationPreferences,
  notifications,
  pushSubscriptions,
} from "./notifications.tables.server.ts";

export const notificationsPersonalData: PersonalData = {
  tables: [notifications, notificationDeliveries, notificationPreferences, pushSubscriptions],
  async read({ db }, { id }) {
    const [preferences] = await db.select().from(notificationPreferences).where(eq(notificationPreferences.userId, id));
    const devices = await db.select().from(pushSubscriptions).where(eq(pushSubscriptions.userId, id));
    return {
      preferences: preferences ?? null,
      pushDevices: devices.map(({ browser, endpoint, createdAt, lastUsedAt }) => ({
        browser,
        service: URL.parse(endpoint)?.host ?? "",
        createdAt,
        lastUsedAt,
      })),
      inbox: readPages(async (after, most) => {
        const rows = await db
          .select()
          .from(notifications)
          .where(and(eq(notifications.userId, id), gt(notifications.id, after)))
          .orderBy(asc(notifications.id))
          .limit(most);
        const ids = rows.map((row) => row.id);
        const deliveries = ids.length
          ? await db.select().from(notificationDeliveries).where(inArray(notificationDeliveries.notificationId, ids))
          : [];
        return rows.map(({ petOwnerId: _owner, petId: _pet, ...row }) => ({
          ...row,
          deliveries: deliveries.filter(({ notificationId }) => notificationId === row.id),
        }));
      }),
    };
  },
};
