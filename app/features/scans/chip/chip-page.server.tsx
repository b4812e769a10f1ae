import { href } from "react-router";
import { messageMaxLength } from "#app/features/conversations/conversations.rules.ts";
import type { RequestInfo } from "#app/platform/http/request-info.server.ts";
import { localeOf } from "#app/platform/i18n/format-number.ts";
import { renderFinderPage } from "../finder-page/finder-document.server.tsx";
import {
  Confirmation,
  type FinderPageContext,
  FormError,
  type RejectedForm,
  TextField,
} from "../finder-page/finder-parts.server.tsx";
import { type ChipOrigin, findOrigin, formatChipNumber } from "./chip-number.rules.ts";

/** Value of the field `intent` of the form. */
const chipIntent = "chip";
const formId = "chip-form";

interface ChipView {
  number: string;
  /** Id of the visit, to which a message is added; null once one was sent. */
  visit: string | null;
  rejected?: RejectedForm | null;
}

/** Renders the page about the number of a microchip; the same for every number, except for what its first digits say. */
export function renderChipPage(info: RequestInfo, { number, visit, rejected = null }: ChipView): Response {
  const { t, finderLanguage: language, nonce } = info;
  const path = href("/chip/:chipNumber", { chipNumber: number });
  const pageContext: FinderPageContext = { t, language, path, token: null, rejected };
  return renderFinderPage(
    {
      language,
      nonce,
      title: t("finderPage.finder.title", { name: t("chip.pageTitle") }),
      languages: { path, form: formId },
      children: (
        <div className="sheet">
          <h1>{t("chip.thanks")}</h1>
          <p className="chip code">
            <bdi dir="ltr">{formatChipNumber(number)}</bdi>
          </p>
          <p className="note">{t("chip.told")}</p>
          <form id={formId} className="card" method="post" action={path}>
            {visit === null ? (
              <>
                <input type="hidden" name="sent" value="1" />
                <Confirmation>{t("chip.sent")}</Confirmation>
                <p>{t("chip.sentText")}</p>
              </>
            ) : (
              <MessageFields pageContext={pageContext} visit={visit} />
            )}
          </form>
          <Origin info={info} origin={findOrigin(number)} />
          <NextSteps info={info} number={number} />
        </div>
      ),
    },
    { status: rejected?.status ?? 200 },
  );
}

function MessageFields({ pageContext, visit }: { pageContext: FinderPageContext; visit: string }) {
  const { t } = pageContext;
  const field = { pageContext, form: chipIntent };
  return (
    <>
      <input type="hidden" name="intent" value={chipIntent} />
      <input type="hidden" name="visit" value={visit} />
      <div>
        <h2>{t("chip.formTitle")}</h2>
        <p className="hint">{t("chip.formText")}</p>
      </div>
      <FormError pageContext={pageContext} of={[chipIntent]} />
      <TextField {...field} name="contact" label={t("chip.contact")} max={120} autoComplete="tel" required />
      <TextField {...field} name="name" label={t("chip.name")} max={60} autoComplete="name" />
      <TextField {...field} name="note" label={t("chip.note")} hint={t("chip.noteHint")} max={messageMaxLength} rows />
      <button className="btn sun" type="submit">
        {t("chip.send")}
      </button>
    </>
  );
}

/** Says where the number comes from, as far as its first digits tell. */
function Origin({ info: { t, finderLanguage }, origin }: { info: RequestInfo; origin: ChipOrigin }) {
  const values =
    origin.kind === "country"
      ? {
          country:
            new Intl.DisplayNames(localeOf(finderLanguage), { type: "region" }).of(origin.country) ?? origin.country,
        }
      : origin;
  return (
    <section className="card">
      <h2>{t("chip.originTitle")}</h2>
      <p>{t(`chip.origin.${origin.kind}`, { ...values })}</p>
    </section>
  );
}

const registries = [
  { key: "america", url: "https://www.petmicrochiplookup.org/" },
  { key: "europe", url: "https://www.europetnet.org/" },
] as const;

function NextSteps({ info: { t }, number }: { info: RequestInfo; number: string }) {
  return (
    <section className="card">
      <h2>{t("chip.nextTitle")}</h2>
      <p>{t("chip.reportText")}</p>
      <a className="btn ghost" href={`${href("/community-reports/new")}?kind=found&chip=${number}`}>
        {t("chip.report")}
      </a>
      <h2 className="lead">{t("chip.registries")}</h2>
      <p>{t("chip.registriesText")}</p>
      <ul className="list">
        {registries.map(({ key, url }) => (
          <li key={key}>
            <a href={url} rel="noreferrer">
              {t(`chip.${key}`)}
            </a>
          </li>
        ))}
      </ul>
      <p className="small">{t("chip.clinic")}</p>
    </section>
  );
}
