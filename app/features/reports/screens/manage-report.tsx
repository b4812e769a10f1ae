import { useTranslation } from "react-i18next";
import { data, Form } from "react-router";
import { appContext, requestInfoContext } from "#app/platform/http/request-info.server.ts";
import { submitForm } from "#app/platform/http/submit-form.ts";
import { useRefusalToast } from "#app/platform/http/use-error-toast.ts";
import { Notice } from "#app/platform/ui/notice.tsx";
import { SubmitButton } from "#app/platform/ui/submit-button.tsx";
import { getGuestHolder, linkHeaders } from "../guest-link.server.ts";
import { redirectIfMerged } from "../kept-report.server.ts";
import { viewOwnReport } from "../own-report-view.server.ts";
import { handleReportActions } from "../report-actions.server.ts";
import { findBanOfReporter } from "../report-bans.server.ts";
import { getOwnReport } from "../reports.server.ts";
import type { Route } from "./+types/manage-report";
import { BannedNotice } from "./form/banned-notice.tsx";
import { OwnReportPage } from "./manage/own-report-page.tsx";

export async function loader({ context, params }: Route.LoaderArgs) {
  const ctx = context.get(appContext);
  const holder = await getGuestHolder(ctx, params.key);
  const { language } = context.get(requestInfoContext);
  await redirectIfMerged(ctx, holder, holder.guestOf);
  const isBanned = (await findBanOfReporter(ctx, await getOwnReport(ctx, holder, holder.guestOf))) !== null;
  const view = await viewOwnReport(ctx, holder, holder.guestOf, language);
  return data({ view, isBanned, key: params.key }, { headers: linkHeaders });
}

export function headers({ loaderHeaders }: { loaderHeaders: Headers }) {
  return loaderHeaders;
}

export async function action(args: Route.ActionArgs) {
  const ctx = args.context.get(appContext);
  const { key } = args.params;
  const holder = await getGuestHolder(ctx, key);
  const here = `/community-reports/manage/${key}`;
  return handleReportActions(args, { ctx, holder, reportId: holder.guestOf, here, gone: "/community-reports" });
}

export const clientAction = submitForm;

export const handle = {
  i18n: ["duplicates", "lostFound", "map", "matching", "pets", "posters", "reportForm", "searchPlan"],
  title: "lostFound.manage.title",
};

/**
 * A guest's report behind its mailed link. Opening it changes nothing, since mail programs open links by themselves; the
 * button makes the report public, unless its address is banned.
 */
export default function ManageReport({ loaderData, actionData: answer }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { view, isBanned, key } = loaderData;
  useRefusalToast(answer);
  return (
    <div className="wrap py-8 md:py-12">
      <OwnReportPage
        view={view}
        answer={answer}
        base={`/community-reports/manage/${key}`}
        above={
          <div className="mb-5">
            {isBanned && <BannedNotice />}
            {!isBanned && view.report.status === "waiting" && (
              <Notice tone="sun" title={t("lostFound.manage.publishTitle")}>
                <p>{t("lostFound.manage.publishText")}</p>
                <Form method="post" className="mt-3">
                  <input type="hidden" name="intent" value="publish" />
                  <SubmitButton size="lg">{t("lostFound.manage.publish")}</SubmitButton>
                </Form>
              </Notice>
            )}
            {!isBanned && view.report.status !== "waiting" && <Notice tone="info">{t("lostFound.manage.keep")}</Notice>}
          </div>
        }
      />
    </div>
  );
}
