import Plus from "lucide-react/icons/plus";
import { useTranslation } from "react-i18next";
import { href, Link } from "react-router";
import { requireUser } from "#app/features/auth/guards.server.ts";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { formatDate } from "#app/platform/i18n/format.ts";
import { ButtonLink } from "#app/platform/ui/button.tsx";
import { Card } from "#app/platform/ui/card.tsx";
import { Chip } from "#app/platform/ui/chip.tsx";
import { ReunionDrawing } from "#app/platform/ui/drawings/reunion-drawing.tsx";
import { EmptyState } from "#app/platform/ui/lists/empty-state.tsx";
import { PageHeader } from "#app/platform/ui/page/page-header.tsx";
import { placeInWords } from "../board/gazetteer.ts";
import { LostPets } from "../board/lost-pets.tsx";
import { ReportPicture } from "../report-picture.tsx";
import { aboutInWords, formatState, toneOf } from "../report-texts.ts";
import type { Route } from "./+types/own-reports-page";
import { listOwnReports, listPetsToReport } from "./own-reports.server.ts";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { ctx, actor } = await requireUser(request, context);
  const after = new URL(request.url).searchParams.get("after");
  const [own, pets] = await Promise.all([listOwnReports(ctx, actor, after), listPetsToReport(ctx, actor)]);
  return { ...own, pets, isOlder: after !== null };
}

export const handle = { i18n: ["lostFound"], title: "lostFound.own.title" };

export default function OwnReportsPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { reports, next, pets, isOlder } = loaderData;
  return (
    <div className="grid gap-6 wrap-anywhere">
      <PageHeader
        title={t("lostFound.own.title")}
        lead={t("lostFound.own.lead")}
        actions={
          <ButtonLink to={href("/dashboard/lost-found/new")} icon={<Plus aria-hidden />}>
            {t("lostFound.own.new")}
          </ButtonLink>
        }
      />
      {pets.length > 0 && !isOlder && <LostPets pets={pets} />}
      {reports.length === 0 ? (
        <EmptyState
          inCard
          drawing={<ReunionDrawing />}
          title={t("lostFound.own.emptyTitle")}
          text={t("lostFound.own.emptyText")}
          actions={
            <ButtonLink to={href("/community-reports")} variant="ghost">
              {t("lostFound.page.back")}
            </ButtonLink>
          }
        />
      ) : (
        <ul className="grid gap-4">
          {reports.map((report) => (
            <Row key={report.id} report={report} />
          ))}
        </ul>
      )}
      <div className="flex flex-wrap justify-center gap-3 empty:hidden">
        {isOlder && (
          <ButtonLink to={href("/dashboard/lost-found")} variant="ghost">
            {t("lostFound.own.newest")}
          </ButtonLink>
        )}
        {next && (
          <ButtonLink to={`?after=${next}`} variant="ghost">
            {t("lostFound.own.older")}
          </ButtonLink>
        )}
      </div>
    </div>
  );
}

type OwnReport = Awaited<ReturnType<typeof loader>>["reports"][number];

function Row({ report }: { report: OwnReport }) {
  const { t } = useTranslation();
  const { language, timeZone } = useViewer();
  const date = formatDate(report.expiresAt, language, timeZone);
  return (
    <Card as="li" pad="sm" lift className="flex items-center gap-4">
      <span className="size-20 shrink-0 overflow-hidden rounded-2 bg-brand-soft md:size-24">
        <ReportPicture report={report} width={160} />
      </span>
      <div className="grid min-w-0 flex-1 gap-1">
        <div className="flex flex-wrap gap-2">
          <Chip tone={toneOf(report)}>{formatState(t, report)}</Chip>
          {report.hiddenAt && <Chip tone="lost">{t("lostFound.admin.hidden")}</Chip>}
          {report.fresh > 0 && <Chip tone="sun">{t("lostFound.own.isNew")}</Chip>}
        </div>
        <h2 className="text-lg leading-snug">
          <Link
            to={href("/dashboard/lost-found/:reportId", { reportId: report.id })}
            prefetch="intent"
            className="stretched"
          >
            <bdi>{aboutInWords(t, report)}</bdi>
          </Link>
        </h2>
        <p className="text-sm text-ink-2">
          <bdi>{placeInWords(report.area, language)}</bdi>
          {report.conversations > 0 && <> · {t("lostFound.own.conversations", { count: report.conversations })}</>}
        </p>
        {report.status === "open" && <p className="text-xs text-ink-3">{t("lostFound.own.endsOn", { date })}</p>}
        {report.status === "expired" && <p className="text-xs text-ink-3">{t("lostFound.own.endedOn", { date })}</p>}
      </div>
    </Card>
  );
}
