import { useTranslation } from "react-i18next";
import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from "react-router";
import type { FormAnswer } from "#app/platform/http/form.server.ts";
import { requestInfoContext, worldContext } from "#app/platform/http/request-info.server.ts";
import { useRefusalToast } from "#app/platform/http/use-refusal-toast.ts";
import { Notice } from "#app/platform/ui/notice.tsx";
import { holderOfKey, linkHeaders } from "../guest-link.server.ts";
import { findKept } from "../merge-reports.server.ts";
import { viewOwnReport } from "../own-report-view.server.ts";
import { handleReportActions } from "../report-actions.server.ts";
import { pathOf } from "../report-letters.server.ts";
import { confirmReport } from "../report-states.server.ts";
import { OwnReportPage } from "./manage/own-report-page.tsx";

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const world = context.get(worldContext);
  const holder = await holderOfKey(world, params.key);
  const { language } = context.get(requestInfoContext);
  const before = await viewOwnReport(world, holder, holder.guestOf, language);
  const kept = before.report.status === "merged" && (await findKept(world, before.report.id));
  if (kept) throw redirect(pathOf(world, holder, kept));
  const isFirst = before.report.status === "waiting" && request.method === "GET";
  if (isFirst) await confirmReport(world, holder);
  const view = isFirst ? await viewOwnReport(world, holder, holder.guestOf, language) : before;
  return data({ view, isFirst, key: params.key }, { headers: linkHeaders });
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

export const handle = { title: "reports.manage.title" };

/** A guest's report behind its mailed link; opening it the first time makes the report public. */
export default function ManageReport() {
  const { t } = useTranslation();
  const { view, isFirst, key } = useLoaderData<typeof loader>();
  const answer = useActionData() as FormAnswer | undefined;
  useRefusalToast(answer);
  return (
    <div className="wrap py-8 md:py-12">
      <OwnReportPage
        view={view}
        answer={answer}
        base={`/community-reports/manage/${key}`}
        above={
          <Notice tone={isFirst ? "ok" : "info"}>
            {isFirst && <p className="font-semibold">{t("reports.manage.published")}</p>}
            <p>{t("reports.manage.keep")}</p>
          </Notice>
        }
      />
    </div>
  );
}
