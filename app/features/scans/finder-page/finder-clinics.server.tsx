import type { NearbyClinics, ShownClinic } from "#app/features/clinics/nearby-clinics.server.ts";
import { getTranslator } from "#app/locales/words.server.ts";
import { withQuery } from "#app/platform/http/safe-path.ts";
import type { FinderLanguage } from "#app/platform/i18n/finder-languages.ts";
import { directionOf, type Language } from "#app/platform/i18n/language.ts";
import type { Translate } from "#app/platform/i18n/words.ts";
import { formatPlace } from "#app/platform/map/gazetteer.ts";
import { type Governorate, isGovernorate } from "#app/platform/map/governorates.ts";

/** Query parameter of a finder's page: the governorate whose clinics it shows. */
export const nearQuery = "near";

/** Reads the governorate that the finder has chosen, from the address or else from a form that is shown again. */
export function readNear(query: URLSearchParams, typed: Record<string, string> = {}): Governorate | null {
  const near = query.get(nearQuery) || typed[nearQuery];
  return isGovernorate(near) ? near : null;
}

/** Returns the path of a page with its query, but for another governorate's clinics, or for none. */
export function pathNear(path: string, near: Governorate | null, query = new URLSearchParams()): string {
  const { [nearQuery]: _, ...others } = Object.fromEntries(query);
  return withQuery(path, new URLSearchParams({ ...others, ...(near && { [nearQuery]: near }) }));
}

interface ClinicsProps {
  t: Translate;
  language: FinderLanguage;
  /** Path of the page, for another governorate. */
  path: string;
  /** Token of the page's scan: whoever chooses a governorate is a person. */
  token?: string | null | undefined;
  /** Id of the form whose fields are kept: the choice of a governorate submits it too. */
  form?: string | undefined;
  nearby: NearbyClinics;
}

/** The operator's vet clinics where the finder is, and a choice of the governorate. Nothing if there are no clinics. */
export function Clinics({ t, language, path, token, form, nearby: { near, clinics, governorates } }: ClinicsProps) {
  if (governorates.length === 0) return null;
  // Names of clinics and governorates exist in the product's languages, as signs in the street do.
  const shown = directionOf(language) === "rtl" ? "ar" : "en";
  const names = getTranslator(shown);
  const again = `${path}?${new URLSearchParams({ [nearQuery]: "", ...(token ? { s: token } : {}) })}#clinics`;
  return (
    <div id="clinics" className="clinics">
      <h2 className="lead">{t("finderPage.clinics.title")}</h2>
      {near ? (
        <>
          <p>{t("finderPage.clinics.call")}</p>
          <ul>
            {clinics.map((clinic) => (
              <Clinic key={clinic.id} t={t} clinic={clinic} language={shown} />
            ))}
          </ul>
        </>
      ) : null}
      <form method="get" action={`${path}#clinics`}>
        {token ? <input type="hidden" name="s" value={token} /> : null}
        <label htmlFor={nearQuery}>{t("finderPage.clinics.where")}</label>
        <div className="row">
          <select id={nearQuery} name={nearQuery} form={form} defaultValue={near ?? ""} required={!form}>
            {near ? null : <option value="">…</option>}
            {governorates.map((one) => (
              <option key={one} value={one}>
                {names(`checkout.governorates.${one}`)}
              </option>
            ))}
          </select>
          <button className="btn ghost" {...(form && { form, formAction: again, formNoValidate: true })}>
            {t("finderPage.clinics.show")}
          </button>
        </div>
      </form>
    </div>
  );
}

function Clinic({ t, clinic, language }: { t: Translate; clinic: ShownClinic; language: Language }) {
  const { nameEn, nameAr, area, phone, whatsapp, isAlwaysOpen, hours } = clinic;
  const open = isAlwaysOpen ? t("finderPage.clinics.alwaysOpen") : hours;
  return (
    <li>
      <b dir="auto">{language === "ar" ? nameAr : nameEn}</b>
      <p className="small">
        <bdi>{formatPlace(area, language)}</bdi>
        {open ? (
          <>
            {"\u00a0· "}
            <bdi>{open}</bdi>
          </>
        ) : null}
      </p>
      <a className="btn ghost" href={`tel:${phone}`}>
        <bdi dir="ltr">{phone}</bdi>
      </a>
      {whatsapp ? (
        <a className="btn ghost" href={`https://wa.me/${whatsapp.slice(1)}`} rel="nofollow noreferrer">
          {t("finderPage.clinics.whatsapp")}
        </a>
      ) : null}
    </li>
  );
}
