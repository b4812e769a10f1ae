import { asc, eq, like, or } from "drizzle-orm";
import { auditLog } from "#app/features/audit-log/audit-log.tables.server.ts";
import { hasAddress, type PersonalData } from "#app/features/users/personal-data.server.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import { rateLimits } from "#app/platform/db/platform.tables.server.ts";
import { escapeLike } from "#app/platform/db/text-search.server.ts";
import { readUserAgent } from "#app/platform/http/user-agent.server.ts";
import { maskAddress } from "#app/platform/limits/client-address.server.ts";
import {
  emailChanges,
  passkeys,
  pendingSignIns,
  sessions,
  signInMethods,
  twoFactor,
  verifications,
} from "./auth.tables.server.ts";

export const accountPersonalData: PersonalData = {
  tables: [
    users,
    sessions,
    signInMethods,
    twoFactor,
    pendingSignIns,
    passkeys,
    verifications,
    emailChanges,
    rateLimits,
    auditLog,
  ],
  async read({ db }, { id }) {
    const [user] = await db.select().from(users).where(eq(users.id, id));
    const { search: _search, ...profile } = user ?? {};
    const devices = await db.select().from(sessions).where(eq(sessions.userId, id));
    const changes = await db.select().from(emailChanges).where(eq(emailChanges.userId, id));
    const interventions = await db.select().from(auditLog).where(eq(auditLog.personId, id)).orderBy(asc(auditLog.at));
    return {
      profile,
      passkeys: await db
        .select({ name: passkeys.name, createdAt: passkeys.createdAt, usedAt: passkeys.usedAt })
        .from(passkeys)
        .where(eq(passkeys.userId, id))
        .orderBy(asc(passkeys.id)),
      // Nothing that opens a session and no hash or key is exported; for two-factor sign-in the profile contains the
      // date.
      devices: devices.map(({ ipAddress, userAgent, createdAt, updatedAt, expiresAt }) => {
        const { browser, os } = readUserAgent((userAgent ?? "").slice(0, 400));
        return { browser, os, network: maskAddress(ipAddress ?? ""), since: createdAt, lastUsed: updatedAt, expiresAt };
      }),
      changesOfAddress: changes.map(({ oldEmail, newEmail, createdAt, confirmedAt }) => ({
        oldEmail,
        newEmail,
        createdAt,
        confirmedAt,
      })),
      // Does not reveal which administrator it was.
      changesByAdministrators: interventions.map(({ at, action, subjectName, before, after }) => ({
        at,
        action,
        subjectName,
        before,
        after,
      })),
    };
  },
  async erase({ db, jobs }, { id, email }) {
    await db
      .delete(verifications)
      .where(or(eq(verifications.value, id), hasAddress(verifications.identifier, { email })));
    const names = email ? [id, email] : [id];
    const named = names.flatMap((name) => [`%:${escapeLike(name)}`, `% ${escapeLike(name)}`]);
    await db.delete(rateLimits).where(or(...named.map((pattern) => like(rateLimits.key, pattern))));
    await jobs.forget(db, names);
  },
};
