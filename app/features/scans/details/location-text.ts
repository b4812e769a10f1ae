import type { Language } from "#app/platform/i18n/language.ts";
import type { Translate } from "#app/platform/i18n/words.ts";
import type { KnownPlace } from "#app/platform/map/gazetteer.ts";

/** Where a scan was: the known place nearest to it, and how far that is from the owner's district. */
interface ScanLocation {
  near: KnownPlace | null;
  fromHome: { place: KnownPlace; kilometres: number } | null;
}

/** Says where a scan was. Leaves out the nearest place if `stated`, the finder's words beside it, or the rest names it. */
export function formatLocation(t: Translate, language: Language, where: ScanLocation, stated: string | null): string {
  const { near, fromHome } = where;
  const kilometres = Math.round(fromHome?.kilometres ?? 0);
  const distance =
    fromHome &&
    t(kilometres === 0 ? "scanDetails.nearHome" : "scanDetails.fromHome", {
      count: kilometres,
      place: fromHome.place[language],
    });
  const name = near?.[language];
  const isNamed = name && [stated, distance].some((text) => text?.includes(name));
  return [isNamed ? null : name, distance].filter(Boolean).join("\u00a0· ");
}
