import Eye from "lucide-react/icons/eye";
import PartyPopper from "lucide-react/icons/party-popper";
import { redirect } from "react-router";
import { defineIntent, handleIntents } from "#app/platform/http/forms/form.server.ts";
import { requestInfoContext } from "#app/platform/http/request-info.server.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { ButtonLink } from "#app/platform/ui/button.tsx";
import { getReportHolder, redirectIfMerged, requireReportHolder } from "../report-holder.server.ts";
import { ReportPicture } from "../report-picture.tsx";
import { updatePlanStep } from "../report-states.server.ts";
import { headlineOf } from "../report-texts.ts";
import { tickForm } from "../reports.forms.server.ts";
import type { Route } from "./+types/first-steps-page";
import { FirstSteps } from "./first-steps.tsx";
import { getOwnReportView, type OwnReportView } from "./own-report-view.server.ts";

export const middleware = [requireReportHolder];

export async function loader({ context }: Route.LoaderArgs) {
  const { ctx, holder, reportId, base } = await getReportHolder(context);
  await redirectIfMerged(ctx, holder, reportId);
  const view = await getOwnReportView(ctx, holder, reportId, context.get(requestInfoContext).language);
  if (!view.isMissing) throw redirect(base);
  return { view, base };
}

export async function action(args: Route.ActionArgs) {
  const { ctx, holder, reportId, base } = await getReportHolder(args.context);
  return handleIntents(args, {
    tick: defineIntent(tickForm, async (form) => {
      await updatePlanStep(ctx, holder, reportId, form);
      return redirect(`${base}/first-steps`, 303);
    }),
  });
}

export const handle = { i18n: ["firstSteps", "lostFound", "ownReports", "searchPlan"], title: "firstSteps.title" };

/** What to do in the first ten minutes after a pet was reported lost, shown right after the report. */
export default function FirstStepsPage({ loaderData: { view, base } }: Route.ComponentProps) {
  const t = useT();
  return (
    <div className="mx-auto grid max-w-xl gap-5 wrap-anywhere">
      <header className="grid justify-items-center gap-3 text-center">
        <span className="size-24 overflow-hidden rounded-full border-4 border-surface shadow-1">
          <ReportPicture report={view.report} sizes="6rem" eager />
        </span>
        <h1 className="text-xl md:text-2xl">{headingOf(t, view)}</h1>
        <p className="text-ink-2">{t("firstSteps.text")}</p>
      </header>
      <h2 className="sr-only">{t("firstSteps.title")}</h2>
      <FirstSteps view={view} base={base} />
      <div className="flex flex-wrap justify-center gap-2">
        <ButtonLink to={base} variant="ghost" icon={<Eye aria-hidden />}>
          {t("firstSteps.report")}
        </ButtonLink>
        <ButtonLink to={`${base}?home#end`} variant="quiet" icon={<PartyPopper aria-hidden />}>
          {t("ownReports.resolveTitle.lost")}
        </ButtonLink>
      </div>
    </div>
  );
}

function headingOf(t: ReturnType<typeof useT>, { report, petGender }: OwnReportView): string {
  const { petName } = report;
  if (petName && petGender) return t(`firstSteps.heading.${petGender}`, { name: petName });
  return petName ? t("firstSteps.headingNoPage", { name: petName }) : headlineOf(t, report);
}
