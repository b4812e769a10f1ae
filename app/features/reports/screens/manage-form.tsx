import { useTranslation } from "react-i18next";
import { data } from "react-router";
import { defaultTimeZone } from "#app/features/accounts/accounts.rules.ts";
import { handleForm } from "#app/platform/http/form.server.ts";
import { appContext, requestInfoContext } from "#app/platform/http/request-info.server.ts";
import { submitForm } from "#app/platform/http/submit-form.ts";
import { redirectWithToast } from "#app/platform/http/toast.server.ts";
import { useRefusalToast } from "#app/platform/http/use-error-toast.ts";
import { PageHeader } from "#app/platform/ui/page-header.tsx";
import { getGuestHolder, linkHeaders } from "../guest-link.server.ts";
import { redirectIfMerged } from "../kept-report.server.ts";
import { localText } from "../local-moment.rules.ts";
import { reportForm } from "../reports.forms.server.ts";
import { changeReport, getOwnReport } from "../reports.server.ts";
import type { Route } from "./+types/manage-form";
import { valuesOf } from "./form/form-values.ts";
import { WholeForm } from "./form/whole-form.tsx";

export async function loader({ context, params }: Route.LoaderArgs) {
  const ctx = context.get(appContext);
  const holder = await getGuestHolder(ctx, params.key);
  await redirectIfMerged(ctx, holder, holder.guestOf, "/edit");
  const { guestEmail: _, ...report } = await getOwnReport(ctx, holder, holder.guestOf);
  const values = valuesOf({ ...report, guestEmail: null }, defaultTimeZone);
  const latest = localText(ctx.clock.now(), defaultTimeZone);
  const shown = { id: report.id, photos: report.photos, values, latest, map: ctx.settings.map, key: params.key };
  return data(shown, { headers: linkHeaders });
}

export function headers({ loaderHeaders }: { loaderHeaders: Headers }) {
  return loaderHeaders;
}

export async function action(args: Route.ActionArgs) {
  const ctx = args.context.get(appContext);
  const { address } = args.context.get(requestInfoContext);
  const { key } = args.params;
  const holder = await getGuestHolder(ctx, key);
  return handleForm(
    args,
    reportForm(ctx.clock.now(), defaultTimeZone),
    async (form) => {
      await changeReport(ctx, holder, holder.guestOf, form, { address });
      return redirectWithToast(`/community-reports/manage/${key}`, { type: "success", code: "lostFound.changed" });
    },
    { files: true, failed: "lostFound.failed" },
  );
}

export const clientAction = submitForm;

export const handle = { i18n: ["lostFound", "map", "pets", "reportForm"], title: "reportForm.edit" };

/** A guest changes a report behind its mailed link. */
export default function ManageForm({ loaderData, actionData: answer }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { id, photos, values, latest, map, key } = loaderData;
  useRefusalToast(answer);
  return (
    <div className="wrap py-8 md:py-12">
      <div className="mx-auto max-w-3xl">
        <PageHeader title={t("reportForm.edit")} />
        <WholeForm
          id={`report-${id}`}
          answer={answer}
          values={values}
          photos={photos}
          latest={latest}
          map={map}
          isNew={false}
          isGuest
          backTo={`/community-reports/manage/${key}`}
        />
      </div>
    </div>
  );
}
