import { and, asc, desc, eq, gt, inArray, type SQL } from "drizzle-orm";
import { clinics } from "#app/features/clinics/clinics.tables.server.ts";
import { requireAdmin } from "#app/features/users/require-admin.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { notFound } from "#app/platform/app-error.server.ts";
import { matchesSearch } from "#app/platform/db/text-search.server.ts";
import { type CsvColumns, formatCsvList } from "#app/platform/http/csv/csv.server.ts";
import { pageOf } from "#app/platform/http/list-pages.server.ts";
import { readListQuery, readListSort } from "#app/platform/http/list-query.ts";
import { governorates } from "#app/platform/map/governorates.ts";

export const clinicStates = ["shown", "hidden"] as const;

/** Reads the filters from the list's URL. */
export function readClinicSearch(request: Request) {
  const { search, filters, page } = readListQuery(request, { governorate: governorates, state: clinicStates });
  return { search, filters, page, order: readListSort(request, ["added", "name"], "-added") };
}

export type ClinicSearch = ReturnType<typeof readClinicSearch>;

const pageSize = 50;

function buildFilter({ search, filters: { governorate, state } }: ClinicSearch): SQL | undefined {
  return and(
    matchesSearch(clinics.search, search),
    governorate ? eq(clinics.governorate, governorate) : undefined,
    state ? eq(clinics.isHidden, state === "hidden") : undefined,
  );
}

/** Returns one page of matching clinics, 50 per page. Administrators only. */
export async function listClinics(ctx: AppContext, admin: Actor, search: ClinicSearch) {
  requireAdmin(admin);
  const filter = buildFilter(search);
  const direction = search.order.isDescending ? desc : asc;
  const named = admin.language === "ar" ? clinics.nameAr : clinics.nameEn;
  const order = [...(search.order.by === "name" ? [direction(named)] : []), direction(clinics.id)];
  const sorted = ctx.db
    .select({ id: clinics.id })
    .from(clinics)
    .where(filter)
    .orderBy(...order)
    .$dynamic();
  const asked = { total: await ctx.db.$count(clinics, filter), page: search.page, size: pageSize };
  const { rows, ...page } = await pageOf(sorted, asked, (ids) =>
    ctx.db
      .select()
      .from(clinics)
      .where(inArray(clinics.id, ids))
      .orderBy(...order),
  );
  return { clinics: rows, ...page };
}

/** Returns a clinic; 404 when it does not exist. Administrators only. */
export async function getClinic({ db }: AppContext, admin: Actor, id: string) {
  requireAdmin(admin);
  const [clinic] = await db.select().from(clinics).where(eq(clinics.id, id));
  if (!clinic) throw notFound();
  return clinic;
}

const csvColumns: CsvColumns<typeof clinics.$inferSelect> = [
  ["name_en", ({ nameEn }) => nameEn],
  ["name_ar", ({ nameAr }) => nameAr],
  ["governorate", ({ governorate }) => governorate],
  ["area", ({ area }) => area],
  ["phone", ({ phone }) => phone],
  ["whatsapp", ({ whatsapp }) => whatsapp],
  ["always_open", ({ isAlwaysOpen }) => String(isAlwaysOpen)],
  ["hours", ({ hours }) => hours],
  ["hidden", ({ isHidden }) => String(isHidden)],
  ["created_at", ({ createdAt }) => createdAt.toISOString()],
  ["updated_at", ({ updatedAt }) => updatedAt.toISOString()],
];

/** Yields the matching clinics as CSV, in order of creation. Administrators only. */
export async function* exportClinics({ db }: AppContext, admin: Actor, search: ClinicSearch): AsyncGenerator<string> {
  requireAdmin(admin);
  const filter = buildFilter(search);
  yield* formatCsvList(csvColumns, 500, (after) =>
    db
      .select()
      .from(clinics)
      .where(and(filter, after ? gt(clinics.id, after) : undefined))
      .orderBy(clinics.id)
      .limit(500),
  );
}
