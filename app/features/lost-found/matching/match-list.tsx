import CircleMinus from "lucide-react/icons/circle-minus";
import CirclePlus from "lucide-react/icons/circle-plus";
import MapPin from "lucide-react/icons/map-pin";
import MessageCircle from "lucide-react/icons/message-circle";
import Undo2 from "lucide-react/icons/undo-2";
import { href, Link } from "react-router";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { formatPlace } from "#app/platform/map/gazetteer.ts";
import { ButtonLink } from "#app/platform/ui/button.tsx";
import { Card, CardHeader } from "#app/platform/ui/card.tsx";
import { Chip, type ChipTone } from "#app/platform/ui/chip.tsx";
import { AppForm } from "#app/platform/ui/forms/app-form.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { ReportPicture } from "../report-picture.tsx";
import { formatReportName, headlineOf } from "../report-texts.ts";
import type { PicturedReport, ReportKind, ReportStatus } from "../reports.rules.ts";
import type { Likelihood } from "./compared-reports.rules.ts";
import type { ShownReason } from "./match-reasons.server.ts";
import type { ShownMatch } from "./report-matches.server.ts";

type OwnReport = PicturedReport & { kind: ReportKind; status: ReportStatus; hiddenAt: Date | null };

const tones: Record<Likelihood, ChipTone> = { certain: "ok", veryLikely: "ok", likely: "sun", possible: "plain" };

/** Compares the user's report with a match: photos, reasons for and against, and actions. */
function MatchCard({ own, match }: { own: OwnReport; match: ShownMatch }) {
  const { t, language } = useViewer();
  const { report: other, likelihood, kilometres, days } = match;
  const path = href("/community-reports/:reportId", { reportId: other.id });
  // Two drawn animals side by side would look like evidence.
  const hasPhoto = own.photos.length + other.photos.length > 0;
  const apart = [
    kilometres === null ? null : t("matching.apart", { count: kilometres }),
    t("matching.days", { count: days }),
  ];
  return (
    <li className="grid gap-4 rounded-2 border border-line p-4 sm:p-5">
      <div className="grid gap-1">
        <Chip tone={tones[likelihood]} className="mb-1 justify-self-start">
          {t(`matching.likelihoods.${likelihood}`)}
        </Chip>
        <h3 className="text-lg leading-snug">
          <Link to={path} prefetch="intent" className="link">
            {headlineOf(t, other)}
          </Link>
        </h3>
        <p className="flex items-start gap-1.5 text-sm text-ink-2">
          <MapPin aria-hidden className="mt-1 size-4 shrink-0 text-brand" />
          <span>
            <bdi>{formatPlace(other.area, language)}</bdi>
            <span className="block text-xs text-ink-3">{apart.filter(Boolean).join("\u00a0· ")}</span>
          </span>
        </p>
      </div>
      {hasPhoto && (
        <div className="grid grid-cols-2 gap-3">
          <Side report={own} caption={t("matching.yours")} />
          <Side report={other} caption={formatReportName(t, other)} />
        </div>
      )}
      <div className="grid gap-4 text-sm sm:grid-cols-2">
        <Reasons title={t("matching.speaksFor")} reasons={match.speaksFor} isFor />
        <Reasons title={t("matching.speaksAgainst")} reasons={match.speaksAgainst} />
      </div>
      <div className="flex flex-wrap gap-3">
        <ButtonLink to={`${path}#write`} size="sm" icon={<MessageCircle aria-hidden />}>
          {t(`matching.contact.${own.kind}`)}
        </ButtonLink>
        <AppForm intent="dismiss" values={{ other: other.id }} preventScrollReset>
          <SubmitButton variant="ghost" size="sm">
            {t("matching.dismiss")}
          </SubmitButton>
        </AppForm>
      </div>
    </li>
  );
}

function Side({ report, caption }: { report: PicturedReport; caption: string }) {
  return (
    <figure className="grid content-start gap-1">
      <div className="aspect-[4/3] overflow-hidden rounded-2 bg-brand-soft">
        <ReportPicture report={report} sizes="(min-width: 40rem) 14rem, 45vw" />
      </div>
      <figcaption className="text-xs text-ink-3">
        <bdi>{caption}</bdi>
      </figcaption>
    </figure>
  );
}

function Reasons({ title, reasons, isFor = false }: { title: string; reasons: ShownReason[]; isFor?: boolean }) {
  const t = useT();
  const Mark = isFor ? CirclePlus : CircleMinus;
  return (
    <div className="grid content-start gap-1.5">
      <h4 className="text-xs font-semibold text-ink-3">{title}</h4>
      {reasons.length === 0 && <p className="text-ink-2">{t("matching.nothingAgainst")}</p>}
      <ul className="grid gap-1.5">
        {reasons.map(({ code, params }) => (
          <li key={code} className="flex items-start gap-2">
            <Mark aria-hidden className={`mt-1 size-4 shrink-0 ${isFor ? "text-ok" : "text-lost"}`} />
            <span>{t(`matching.reasons.${code}`, params)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Card with possible matches, most likely first, and dismissed ones below. */
export function MatchList({ report, matches }: { report: OwnReport; matches: readonly ShownMatch[] }) {
  const { t, language } = useViewer();
  if (report.status !== "open" || report.hiddenAt) return null;
  const shown = matches.filter(({ isDismissed }) => !isDismissed);
  const dismissed = matches.filter(({ isDismissed }) => isDismissed);
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
      {dismissed.length > 0 && (
        <details className="mt-4 text-sm">
          <summary className="cursor-pointer py-2 text-ink-2">
            {t("matching.dismissedMatches", { count: dismissed.length })}
          </summary>
          <ul className="divide-y divide-line">
            {dismissed.map(({ report: other }) => (
              <li key={other.id} className="flex flex-wrap items-center justify-between gap-3 py-3">
                <span>
                  <bdi>{formatReportName(t, other)}</bdi>
                  <span className="block text-xs text-ink-3">
                    <bdi>{formatPlace(other.area, language)}</bdi>
                  </span>
                </span>
                <AppForm intent="restoreMatch" values={{ other: other.id }} preventScrollReset>
                  <SubmitButton variant="quiet" size="sm" icon={<Undo2 aria-hidden />}>
                    {t("matching.restore")}
                  </SubmitButton>
                </AppForm>
              </li>
            ))}
          </ul>
        </details>
      )}
    </Card>
  );
}
