import { and, eq, lte, or, sql } from "drizzle-orm";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { createContextBatcher } from "#app/platform/db/batch.server.ts";
import { createPreparedQuery } from "#app/platform/db/prepare.server.ts";
import { type Governorate, governorates } from "#app/platform/map/governorates.ts";
import { runSecondaryStep } from "#app/platform/secondary-step.server.ts";
import { maxShown } from "./clinics.rules.ts";
import { clinics } from "./clinics.tables.server.ts";

const shownColumns = {
  id: clinics.id,
  nameEn: clinics.nameEn,
  nameAr: clinics.nameAr,
  area: clinics.area,
  phone: clinics.phone,
  whatsapp: clinics.whatsapp,
  isAlwaysOpen: clinics.isAlwaysOpen,
  hours: clinics.hours,
};

/** A clinic as finders see it. */
export type ShownClinic = Pick<typeof clinics.$inferSelect, keyof typeof shownColumns>;

/** The clinics of each governorate that has any, the best first. */
export type ClinicsByGovernorate = Partial<Record<Governorate, ShownClinic[]>>;

/** The clinics for one finder. */
export interface NearbyClinics {
  /** Where the finder is, as far as known, if there are clinics. */
  near: Governorate | null;
  clinics: ShownClinic[];
  /** Governorates with clinics to choose from. */
  governorates: Governorate[];
}

export const noClinics: NearbyClinics = { near: null, clinics: [], governorates: [] };

/** The first clinic of each governorate, which shows that there is one, and several of those listed. */
const firstClinics = createPreparedQuery((db) => {
  const ranked = db
    .select({
      ...shownColumns,
      governorate: clinics.governorate,
      rank: sql<number>`row_number() over (partition by ${clinics.governorate} order by ${clinics.isAlwaysOpen} desc, ${clinics.id})`.as(
        "rank",
      ),
    })
    .from(clinics)
    .where(eq(clinics.isHidden, false))
    .as("ranked");
  const isListed = eq(ranked.governorate, sql`any(${sql.placeholder("listed")})`);
  return db
    .select()
    .from(ranked)
    .where(or(eq(ranked.rank, 1), and(isListed, lte(ranked.rank, maxShown))))
    .orderBy(ranked.rank);
});

/**
 * Returns the clinics to show for these governorates, and the first one of each other. Those that are always open come
 * first, then the operator's oldest entries.
 */
export async function listFirstClinics(
  { db }: Pick<AppContext, "db">,
  listed: readonly Governorate[] = governorates,
): Promise<ClinicsByGovernorate> {
  const found: ClinicsByGovernorate = {};
  for (const { rank: _rank, governorate, ...clinic } of await firstClinics(db).execute({ listed }))
    found[governorate] = [...(found[governorate] ?? []), clinic];
  return found;
}

/** Selects the clinics of the finder's governorate, and the others to choose from. */
export function selectNearby(found: ClinicsByGovernorate, near: Governorate | null): NearbyClinics {
  const shown = near ? (found[near] ?? []) : [];
  return {
    near: shown.length > 0 ? near : null,
    clinics: shown,
    governorates: governorates.filter((one) => found[one]),
  };
}

/**
 * Returns the clinics to show somebody who is in this governorate, or null if that is not known. Where a pet or its
 * family lives is deliberately not used: the list would tell a stranger who has the tag's address, or a number to try,
 * to which region a family has moved. None if they cannot be read, because the pages that show them do more important
 * things. Pages that are rendered at the same time share one statement.
 */
export const findNearbyClinics = createContextBatcher(
  async (ctx: Pick<AppContext, "db" | "log">, wanted: (Governorate | null)[]): Promise<NearbyClinics[]> => {
    const listed = [...new Set(wanted.filter((near) => near !== null))];
    const read = async () => {
      const found = await listFirstClinics(ctx, listed);
      return wanted.map((near) => selectNearby(found, near));
    };
    return runSecondaryStep(
      ctx.log,
      "read clinics",
      read,
      wanted.map(() => noClinics),
    );
  },
);
