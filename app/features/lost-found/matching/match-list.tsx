import Undo2 from "lucide-react/icons/undo-2";
import { useTranslation } from "react-i18next";
import { Form } from "react-router";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { Card, CardHeader } from "#app/platform/ui/card.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { placeInWords } from "../board/gazetteer.ts";
import type { OwnReportView } from "../own/own-report-view.server.ts";
import { aboutInWords } from "../report-texts.ts";
import { MatchCard } from "./match-card.tsx";

/** Card with possible matches, most likely first, and dismissed ones below. */
export function MatchList({ view: { report, matches } }: { view: OwnReportView }) {
  const { t } = useTranslation();
  const { language } = useViewer();
  if (report.status !== "open" || report.hiddenAt) return null;
  const shown = matches.filter(({ isDismissed }) => !isDismissed);
  const aside = matches.filter(({ isDismissed }) => isDismissed);
  return (
    <Card as="section" id="matches" className="scroll-mt-24">
      <CardHeader title={t("matching.title")} text={t(`matching.lead.${report.kind}`)} />
      {shown.length === 0 && (
        <p className="rounded-2 bg-sunken p-4 text-sm text-ink-2">
          <span className="block font-semibold text-ink">{t("matching.noneTitle")}</span>
          {t("matching.none")}
        </p>
      )}
      <ul className="grid gap-5">
        {shown.map((match) => (
          <MatchCard key={match.report.id} own={report} match={match} />
        ))}
      </ul>
      {aside.length > 0 && (
        <details className="mt-4 text-sm">
          <summary className="cursor-pointer py-2 text-ink-2">{t("matching.aside", { count: aside.length })}</summary>
          <ul className="divide-y divide-line">
            {aside.map(({ report: other }) => (
              <li key={other.id} className="flex flex-wrap items-center justify-between gap-3 py-3">
                <span>
                  <bdi>{aboutInWords(t, other)}</bdi>
                  <span className="block text-xs text-ink-3">
                    <bdi>{placeInWords(other.area, language)}</bdi>
                  </span>
                </span>
                <Form method="post" preventScrollReset>
                  <input type="hidden" name="other" value={other.id} />
                  <SubmitButton name="intent" value="recall" variant="quiet" size="sm" icon={<Undo2 aria-hidden />}>
                    {t("matching.recall")}
                  </SubmitButton>
                </Form>
              </li>
            ))}
          </ul>
        </details>
      )}
    </Card>
  );
}
