import { findNearbyClinics } from "#app/features/clinics/nearby-clinics.server.ts";
import { isHotFor, listAdvice } from "#app/features/scans/advice.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import type { Language } from "#app/platform/i18n/language.ts";
import { findGovernorate } from "#app/platform/map/find-governorate.server.ts";
import { formatPlace } from "#app/platform/map/gazetteer.ts";
import type { PublicReport } from "./public-report.server.ts";

type Found = Pick<PublicReport, "kind" | "status" | "type" | "area"> & {
  where: { latitude: number; longitude: number } | null;
};

/**
 * Returns what whoever keeps a found animal should do until its family comes, with the vet clinics of the place where it
 * was found; null for other reports.
 */
export async function getFoundAdvice(ctx: AppContext, language: Language, { kind, status, type, area, where }: Found) {
  if (kind !== "found" || status !== "open") return null;
  const t = ctx.translator(language);
  const { clinics } = await findNearbyClinics(ctx, findGovernorate({ ...where, place: area }));
  return {
    title: t("finderPage.advice.title"),
    steps: listAdvice(t, type, isHotFor(type, ctx.clock.now())),
    clinicsTitle: t("finderPage.clinics.title"),
    call: t("finderPage.clinics.call"),
    whatsapp: t("finderPage.clinics.whatsapp"),
    clinics: clinics.map(({ nameEn, nameAr, isAlwaysOpen, hours, ...clinic }) => ({
      ...clinic,
      area: formatPlace(clinic.area, language),
      name: language === "ar" ? nameAr : nameEn,
      hours: isAlwaysOpen ? t("finderPage.clinics.alwaysOpen") : hours,
    })),
  };
}

export type FoundAdvice = NonNullable<Awaited<ReturnType<typeof getFoundAdvice>>>;
