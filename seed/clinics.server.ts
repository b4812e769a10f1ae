import { inArray } from "drizzle-orm";
import { addClinic, type ClinicForm } from "#app/features/admin/clinics/manage-clinics.server.ts";
import { clinics } from "#app/features/clinics/clinics.tables.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";

const unknown = { whatsapp: null, isAlwaysOpen: false, hours: null, isHidden: false };

/** Invented clinics. */
const demoClinics: ClinicForm[] = [
  {
    ...{ ...unknown, nameEn: "Demo Clinic Zamalek", nameAr: "عيادة تجريبية – الزمالك", governorate: "cairo" },
    ...{ area: "Zamalek", phone: "+20220000001", whatsapp: "+201000000001", isAlwaysOpen: true },
  },
  {
    ...{ ...unknown, nameEn: "Demo Clinic Maadi", nameAr: "عيادة تجريبية – المعادي", governorate: "cairo" },
    ...{ area: "Maadi", phone: "+20220000002", hours: "10:00–22:00" },
  },
  {
    ...{ ...unknown, nameEn: "Demo Clinic Dokki", nameAr: "عيادة تجريبية – الدقي", governorate: "giza" },
    ...{ area: "Dokki", phone: "+20220000003", hours: "12:00–20:00" },
  },
  {
    ...{ ...unknown, nameEn: "Demo Clinic Smouha", nameAr: "عيادة تجريبية – سموحة", governorate: "alexandria" },
    ...{ area: "Smouha", phone: "+20320000004", isAlwaysOpen: true },
  },
];

/** Creates the demo clinics. */
export async function seedClinics(ctx: AppContext, admin: Actor): Promise<void> {
  for (const clinic of demoClinics) await addClinic(ctx, admin, clinic);
}

/** Removes the clinics that still have an invented phone number: nobody must call them. */
export async function removeDemoClinics({ db }: AppContext): Promise<void> {
  await db.delete(clinics).where(
    inArray(
      clinics.phone,
      demoClinics.map(({ phone }) => phone),
    ),
  );
}
