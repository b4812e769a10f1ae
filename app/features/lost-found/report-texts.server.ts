import type { AppContext } from "#app/platform/app-context.server.ts";
import { languages } from "#app/platform/i18n/language.ts";
import { findPlace } from "./board/gazetteer.ts";
import type { ReportForm } from "./reports.forms.server.ts";
import { withoutContacts } from "./reports.rules.ts";

/**
 * What a search reads of a report: everything that is public, and kind, animal, colours and a known place in both
 * languages, so that "كلب" finds a dog that was written down in English. Numbers and addresses are left out: a search
 * must not tell whose they are.
 */
export function getSearchText({ translator }: Pick<AppContext, "translator">, form: ReportForm): string {
  const place = findPlace(form.area);
  const translated = languages.flatMap((language) => {
    const t = translator(language);
    return [
      t(`lostFound.kinds.${form.kind}`),
      t(`pets.types.${form.type}`),
      ...(form.colors ?? []).map((colour) => t(`lostFound.colours.${colour}`)),
      place?.[language],
    ];
  });
  const own = [form.petName, form.otherType, form.breed, form.marks, form.area, form.description, form.additionalInfo];
  return withoutContacts([...own, ...translated].filter(Boolean).join(" "));
}
