import Download from "lucide-react/icons/download";
import ImagePlus from "lucide-react/icons/image-plus";
import Printer from "lucide-react/icons/printer";
import type { ReactNode } from "react";
import { UnprintableNotice } from "#app/features/pets/unprintable-notice.tsx";
import { useViewer } from "#app/features/users/use-viewer.ts";
import type { FormAnswer } from "#app/platform/http/forms/form.server.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { Button, ButtonLink } from "#app/platform/ui/button.tsx";
import { Card, CardHeader } from "#app/platform/ui/card.tsx";
import { AppForm } from "#app/platform/ui/forms/app-form.tsx";
import { Checkbox } from "#app/platform/ui/forms/choice.tsx";
import { RadioCards } from "#app/platform/ui/forms/radio-cards.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { LineField } from "#app/platform/ui/forms/text-fields.tsx";
import { useAppForm } from "#app/platform/ui/forms/use-app-form.ts";
import { Ltr } from "#app/platform/ui/ltr.tsx";
import { Notice } from "#app/platform/ui/notice.tsx";
import { Disclosure } from "#app/platform/ui/overlays/disclosure.tsx";
import { PageHeader } from "#app/platform/ui/page/page-header.tsx";
import { getReportHolder, redirectIfMerged, requireReportHolder } from "../report-holder.server.ts";
import { ReporterFrame, ReporterPath } from "../reporter-frame.tsx";
import type { Route } from "./+types/posters-page";
import { maxPosterPlaceLength, paperSizes, posterLanguages } from "./posters.rules.ts";
import { getPostersView, handlePosterForm, type PostersView } from "./posters.server.ts";
import { SharedPictures } from "./shared-pictures.tsx";

export const middleware = [requireReportHolder];

export async function loader({ context }: Route.LoaderArgs) {
  const { ctx, holder, reportId, base, isGuest } = await getReportHolder(context);
  await redirectIfMerged(ctx, holder, reportId, "/posters");
  return { view: await getPostersView(ctx, holder, reportId), base, isGuest };
}

export async function action(args: Route.ActionArgs) {
  const { ctx, holder, reportId, base } = await getReportHolder(args.context);
  return handlePosterForm(args, { ctx, holder, reportId, here: `${base}/posters` });
}

export const handle = { i18n: ["lostFound", "pets", "posters"], title: "posters.title" };

function SeriesCard({
  poster,
  report,
  base,
  isOpen,
}: {
  poster: PostersView["posters"][number];
  report: PostersView["report"];
  base: string;
  isOpen: boolean;
}) {
  const { t, format } = useViewer();
  const scanned = poster.lastScanAt && format.ago(poster.lastScanAt);
  return (
    <Card as="li" className="grid gap-3">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div>
          <h3 className="text-base font-semibold">
            {poster.place ? <bdi>{poster.place}</bdi> : t(poster.isShared ? "posters.shared" : "posters.noPlace")}
          </h3>
          <Ltr className="text-sm text-ink-2">{poster.address}</Ltr>
        </div>
        <p className="text-sm text-ink-2">
          {scanned ? (
            <>
              <span className="block text-lg font-semibold text-ink">
                {t("posters.scans", { count: poster.scans })}
              </span>
              {t("posters.last", { ago: scanned })}
            </>
          ) : (
            t("posters.never")
          )}
        </p>
      </div>
      <Disclosure summary={t("posters.files")} open={isOpen}>
        <form action={`${base}/posters/${poster.id}.pdf`} target="_blank" className="grid gap-5 pt-2" rel="noopener">
          <RadioCards
            legend={t("posters.size")}
            name="size"
            defaultValue="A4"
            columns={2}
            options={paperSizes.map((size) => ({ value: size, title: t(`posters.sizes.${size}`) }))}
          />
          <RadioCards
            legend={t("posters.language")}
            name="in"
            defaultValue={report.language}
            columns={3}
            options={posterLanguages.map((one) => ({ value: one, title: t(`posters.languages.${one}`) }))}
          />
          {report.hasPhone && <Checkbox name="phone" label={t("posters.phone")} hint={t("posters.phoneHint")} />}
          <div className="grid gap-2">
            <div className="flex flex-wrap gap-3">
              <Button type="submit" icon={<Printer aria-hidden />}>
                {t("posters.open")}
              </Button>
              <Button
                type="submit"
                name="as"
                value="file"
                formTarget="_self"
                variant="ghost"
                icon={<Download aria-hidden />}
              >
                {t("posters.download")}
              </Button>
            </div>
            <p className="text-xs text-ink-3">{t("posters.openHint")}</p>
          </div>
        </form>
      </Disclosure>
    </Card>
  );
}

function PostersSections({
  view: { report, posters, unprintable, isPublic, freshKey },
  answer,
  base,
  above,
}: {
  view: PostersView;
  answer: FormAnswer | undefined;
  /** URL of the report's own page. */
  base: string;
  above: ReactNode;
}) {
  const t = useT();
  const [form, fields] = useAppForm<{ place: string }>({ id: "poster", answer });
  return (
    <div className="mx-auto grid max-w-3xl gap-5 wrap-anywhere">
      <PageHeader above={above} title={t("posters.title")} lead={t("posters.lead")} />
      {!report.hasPhoto && (
        <Notice
          tone="sun"
          action={
            <ButtonLink to={`${base}/edit`} variant="ghost" size="sm" icon={<ImagePlus aria-hidden />}>
              {t("posters.addPhoto")}
            </ButtonLink>
          }
        >
          {t("posters.noPhoto")}
        </Notice>
      )}
      <UnprintableNotice signs={unprintable} editPath={`${base}/edit`} />
      {isPublic ? (
        <Card as="section">
          <CardHeader title={t("posters.new")} />
          <AppForm form={form} values={{ key: freshKey }} className="grid gap-4" key={posters.length}>
            <LineField
              field={fields.place}
              label={t("posters.place")}
              hint={t("posters.placeHint")}
              max={maxPosterPlaceLength}
            />
            <SubmitButton className="justify-self-start">{t("posters.add")}</SubmitButton>
          </AppForm>
        </Card>
      ) : (
        <Notice>{t("posters.notPublic")}</Notice>
      )}
      {isPublic && (
        <Card as="section">
          <CardHeader title={t("posters.pictures")} text={t("posters.picturesText")} />
          <SharedPictures reportId={report.id} />
        </Card>
      )}
      {posters.length > 0 && (
        <section id="series" className="grid gap-4">
          <h2 className="text-lg">{t("posters.series")}</h2>
          <ul className="grid gap-4">
            {posters.map((poster, index) => (
              <SeriesCard key={poster.id} poster={poster} report={report} base={base} isOpen={index === 0} />
            ))}
          </ul>
          <p className="text-xs text-ink-3">{t("posters.how")}</p>
        </section>
      )}
    </div>
  );
}

/** Page with the posters of a report, for its owner or guest. */
export default function PostersPage({ loaderData, actionData: answer }: Route.ComponentProps) {
  const t = useT();
  const { view, base, isGuest } = loaderData;
  const above = <ReporterPath isGuest={isGuest} base={base} report={view.report} title={t("posters.title")} />;
  return (
    <ReporterFrame isGuest={isGuest}>
      <PostersSections view={view} answer={answer} base={base} above={above} />
    </ReporterFrame>
  );
}
