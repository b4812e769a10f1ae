import { useTranslation } from "react-i18next";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, useActionData, useLoaderData } from "react-router";
import type { FormAnswer } from "#app/platform/http/form.server.ts";
import { requestInfoContext, worldContext } from "#app/platform/http/request-info.server.ts";
import { submitForm } from "#app/platform/http/submit-form.ts";
import { useRefusalToast } from "#app/platform/http/use-refusal-toast.ts";
import { Notice } from "#app/platform/ui/notice.tsx";
import { holderOfKey, linkHeaders } from "../guest-link.server.ts";
import { leadToKept } from "../kept-report.server.ts";
import { viewOwnReport } from "../own-report-view.server.ts";
import { handleReportActions } from "../report-actions.server.ts";
import { findBanOfReporter } from "../report-bans.server.ts";
import { confirmReport } from "../report-states.server.ts";
import { getOwnReport } from "../reports.server.ts";
import { BannedNotice } from "./form/banned-notice.tsx";
import { OwnReportPage } from "./manage/own-report-page.tsx";

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const world = context.get(worldContext);
  const holder = await holderOfKey(world, params.key);
  const { language } = context.get(requestInfoContext);
  await leadToKept(world, holder, holder.guestOf);
  const report = await getOwnReport(world, holder, holder.guestOf);
  const isWaiting = report.status === "waiting";
  const isBanned = (await findBanOfReporter(world, report)) !== null;
  const isFirst = isWaiting && !isBanned && request.method === "GET";
  if (isFirst) await confirmReport(world, holder);
  const view = await viewOwnReport(world, holder, holder.guestOf, language);
  return data({ view, isFirst, isBanned, key: params.key }, { headers: linkHeaders });
}

export function headers({ loaderHeaders }: { loaderHeaders: Headers }) {
  return loaderHeaders;
}

export async function action(args: ActionFunctionArgs) {
  const world = args.context.get(worldContext);
  const { key } = args.params;
  const holder = await holderOfKey(world, key);
  const here = `/community-reports/manage/${key}`;
  return handleReportActions(args, { world, holder, reportId: holder.guestOf, here, gone: "/community-reports" });
}

export const clientAction = submitForm;

export const handle = { title: "reports.manage.title" };

/** A guest's report behind its mailed link; opening it the first time makes the report public, unless its address is banned. */
export default function ManageReport() {
  const { t } = useTranslation();
  const { view, isFirst, isBanned, key } = useLoaderData<typeof loader>();
  const answer = useActionData() as FormAnswer | undefined;
  useRefusalToast(answer);
  return (
    <div className="wrap py-8 md:py-12">
      <OwnReportPage
        view={view}
        answer={answer}
        base={`/community-reports/manage/${key}`}
        above={
          <div className="mb-5">
            {isBanned ? (
              <BannedNotice />
            ) : (
              <Notice tone={isFirst ? "ok" : "info"}>
                {isFirst && <p className="font-semibold">{t("reports.manage.published")}</p>}
                <p>{t("reports.manage.keep")}</p>
              </Notice>
            )}
          </div>
        }
      />
    </div>
  );
}
