import { eq } from "drizzle-orm";
import { recordChange } from "#app/features/audit-log/audit-log.server.ts";
import { clinics } from "#app/features/clinics/clinics.tables.server.ts";
import { requireAdmin } from "#app/features/users/require-admin.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { AppError, notFound } from "#app/platform/app-error.server.ts";
import { getViolatedConstraint, withTransaction } from "#app/platform/db/connection/database.server.ts";
import { createId } from "#app/platform/db/uuid.server.ts";

/** What an administrator enters about a clinic. */
export type ClinicForm = Omit<
  typeof clinics.$inferInsert,
  "id" | "version" | "search" | "createdAt" | "updatedAt" | "isAlwaysOpen" | "isHidden"
> & { isAlwaysOpen: boolean; isHidden: boolean };

async function rejectDuplicates<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (getViolatedConstraint(error) === "clinics_once") throw new AppError("clinics.known", 409, { field: "phone" });
    throw error;
  }
}

const subjectOf = ({ id, nameEn }: { id: string; nameEn: string }) => ({ kind: "clinic", id, name: nameEn }) as const;

/**
 * Adds a clinic and returns its id. Administrators only. Throws 409 (`clinics.known`) if there is one with this phone
 * number and address, which also prevents a form submitted twice from adding two.
 */
export async function addClinic(ctx: AppContext, admin: Actor, form: ClinicForm): Promise<string> {
  requireAdmin(admin);
  const id = createId();
  const now = ctx.clock.now();
  await rejectDuplicates(() =>
    withTransaction(ctx, async (tx) => {
      await tx.db.insert(clinics).values({ ...form, id, createdAt: now, updatedAt: now });
      await recordChange(tx, admin, { action: "clinic.add", subject: subjectOf({ ...form, id }), after: form });
    }),
  );
  return id;
}

/** Locks a clinic for a change. Throws 404, or 409 when another administrator changed it since the form was opened. */
async function lockClinic({ db }: AppContext, id: string, version: number) {
  const [clinic] = await db.select().from(clinics).where(eq(clinics.id, id)).for("update");
  if (!clinic) throw notFound();
  if (clinic.version !== version) throw new AppError("clinics.changedMeanwhile", 409, { field: "version" });
  return clinic;
}

/** Changes a clinic. Administrators only. Throws as `addClinic` does, and 409 if it was changed since `version`. */
export async function changeClinic(
  ctx: AppContext,
  admin: Actor,
  id: string,
  form: ClinicForm,
  version: number,
): Promise<void> {
  requireAdmin(admin);
  await rejectDuplicates(() =>
    withTransaction(ctx, async (tx) => {
      const before = await lockClinic(tx, id, version);
      await tx.db
        .update(clinics)
        .set({ ...form, version: version + 1, updatedAt: tx.clock.now() })
        .where(eq(clinics.id, id));
      await recordChange(tx, admin, { action: "clinic.change", subject: subjectOf(before), before, after: form });
    }),
  );
}

/** Removes a clinic. Administrators only. Throws 409 if it was changed since `version`. */
export async function removeClinic(ctx: AppContext, admin: Actor, id: string, version: number): Promise<void> {
  requireAdmin(admin);
  await withTransaction(ctx, async (tx) => {
    const before = await lockClinic(tx, id, version);
    await tx.db.delete(clinics).where(eq(clinics.id, id));
    await recordChange(tx, admin, { action: "clinic.remove", subject: subjectOf(before), before });
  });
}
