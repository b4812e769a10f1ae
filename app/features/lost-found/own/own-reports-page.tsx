import Plus from "lucide-react/icons/plus";
import { useId } from "react";
import { Form, href, Link } from "react-router";
import { requireUser } from "#app/features/auth/guards.server.ts";
import { PetPhoto } from "#app/features/pets/cards/pet-photo.tsx";
import { PetSelect } from "#app/features/tags/manage/pet-select.tsx";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { formatPlace } from "#app/platform/map/gazetteer.ts";
import { Button, ButtonLink } from "#app/platform/ui/button.tsx";
import { Card, CardHeader } from "#app/platform/ui/card.tsx";
import { Chip } from "#app/platform/ui/chip.tsx";
import { ReunionDrawing } from "#app/platform/ui/drawings/reunion-drawing.tsx";
import { Field } from "#app/platform/ui/forms/field.tsx";
import { EmptyState } from "#app/platform/ui/lists/empty-state.tsx";
import { PageHeader } from "#app/platform/ui/page/page-header.tsx";
import { ReportPicture } from "../report-picture.tsx";
import { formatReportName, formatState, toneOf } from "../report-texts.ts";
import type { Route } from "./+types/own-reports-page";
import { listOwnReports, listPetsToReport } from "./own-reports.server.ts";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { ctx, actor } = await requireUser(request, context);
  const after = new URL(request.url).searchParams.get("after");
  const [own, pets] = await Promise.all([listOwnReports(ctx, actor, after), listPetsToReport(ctx, actor)]);
  return { ...own, pets, isOlder: after !== null };
}

export const handle = { i18n: ["lostFound", "ownReports"], title: "lostFound.ownTitle" };

type LostPet = Awaited<ReturnType<typeof listPetsToReport>>[number];

const maxLinks = 8;

/** Links from each pet to its report. With more than eight pets, the others are in a select. */
function LostPets({ pets }: { pets: LostPet[] }) {
  const t = useT();
  const id = useId();
  const sorted = pets.toSorted((one, other) => Number(other.reportId !== null) - Number(one.reportId !== null));
  const rest = sorted.slice(maxLinks);
  return (
    <Card as="section">
      <CardHeader title={t("ownReports.lostPet")} text={t("ownReports.lostPetText")} />
      <ul className="flex flex-wrap gap-3">
        {sorted.slice(0, maxLinks).map((pet) => (
          <li key={pet.id}>
            <Link
              to={
                pet.reportId
                  ? href("/dashboard/lost-found/:reportId", { reportId: pet.reportId })
                  : `${href("/dashboard/lost-found/new")}?pet=${pet.id}`
              }
              prefetch="intent"
              className="flex min-h-14 items-center gap-3 rounded-[1.75rem] border border-line bg-surface py-1.5 ps-1.5 pe-5 text-sm font-semibold hover:border-lost hover:bg-lost-soft"
            >
              <span className="size-11 shrink-0 overflow-hidden rounded-full">
                <PetPhoto pet={pet} sizes="3rem" />
              </span>
              {t(pet.reportId ? "ownReports.seeReport" : "ownReports.reportLost", { name: pet.name })}
            </Link>
          </li>
        ))}
      </ul>
      {rest.length > 0 && (
        <Form action={href("/dashboard/lost-found/new")} className="mt-4 flex flex-wrap items-end gap-2">
          <Field id={id} label={t("ownReports.otherPet")} className="min-w-0 flex-1 basis-56">
            <PetSelect name="pet" pets={rest} empty={t("ownReports.choosePet")} required />
          </Field>
          <Button variant="ghost">{t("ownReports.reportOther")}</Button>
        </Form>
      )}
    </Card>
  );
}

export default function OwnReportsPage({ loaderData }: Route.ComponentProps) {
  const t = useT();
  const { reports, next, pets, isOlder } = loaderData;
  return (
    <div className="grid gap-6 wrap-anywhere">
      <PageHeader
        title={t("lostFound.ownTitle")}
        lead={t("ownReports.lead")}
        actions={
          <ButtonLink to={href("/dashboard/lost-found/new")} icon={<Plus aria-hidden />}>
            {t("ownReports.new")}
          </ButtonLink>
        }
      />
      {pets.some(({ reportId }) => reportId === null) && !isOlder && <LostPets pets={pets} />}
      {reports.length === 0 ? (
        <EmptyState
          inCard
          drawing={<ReunionDrawing />}
          title={t("ownReports.emptyTitle")}
          text={t("ownReports.emptyText")}
          actions={
            <ButtonLink to={href("/community-reports")} variant="ghost">
              {t("lostFound.back")}
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
            {t("ownReports.newest")}
          </ButtonLink>
        )}
        {next && (
          <ButtonLink to={`?after=${next}`} variant="ghost">
            {t("ownReports.older")}
          </ButtonLink>
        )}
      </div>
    </div>
  );
}

type OwnReport = Awaited<ReturnType<typeof loader>>["reports"][number];

function Row({ report }: { report: OwnReport }) {
  const { t, format, language } = useViewer();
  const date = format.date(report.expiresAt);
  return (
    <Card as="li" pad="sm" lift className="flex items-center gap-4">
      <span className="size-20 shrink-0 overflow-hidden rounded-2 bg-brand-soft md:size-24">
        <ReportPicture report={report} sizes="6rem" />
      </span>
      <div className="grid min-w-0 flex-1 gap-1">
        <div className="flex flex-wrap gap-2">
          <Chip tone={toneOf(report)}>{formatState(t, report)}</Chip>
          {report.hiddenAt && <Chip tone="lost">{t("lostFound.hidden")}</Chip>}
          {report.fresh > 0 && <Chip tone="sun">{t("ownReports.isNew")}</Chip>}
        </div>
        <h2 className="text-lg leading-snug">
          <Link
            to={href("/dashboard/lost-found/:reportId", { reportId: report.id })}
            prefetch="intent"
            className="stretched"
          >
            <bdi>{formatReportName(t, report)}</bdi>
          </Link>
        </h2>
        <p className="text-sm text-ink-2">
          <bdi>{formatPlace(report.area, language)}</bdi>
          {report.conversations > 0 && (
            <>
              {"\u00a0· "}
              {t("ownReports.conversations", { count: report.conversations })}
            </>
          )}
        </p>
        {report.status === "open" && <p className="text-xs text-ink-3">{t("ownReports.endsOn", { date })}</p>}
        {report.status === "expired" && <p className="text-xs text-ink-3">{t("ownReports.endedOn", { date })}</p>}
      </div>
    </Card>
  );
}
