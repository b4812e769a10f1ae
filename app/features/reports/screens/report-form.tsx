import { useTranslation } from "react-i18next";
import { redirect } from "react-router";
import { requireUser } from "#app/features/accounts/guards.server.ts";
import { findPet } from "#app/features/pets/pets.server.ts";
import { handleForm } from "#app/platform/http/form.server.ts";
import { requestInfoContext } from "#app/platform/http/request-info.server.ts";
import { submitForm } from "#app/platform/http/submit-form.ts";
import { redirectWithToast } from "#app/platform/http/toast.server.ts";
import { useRefusalToast } from "#app/platform/http/use-error-toast.ts";
import { Breadcrumb } from "#app/platform/ui/breadcrumb.tsx";
import { Notice } from "#app/platform/ui/notice.tsx";
import { PageHeader } from "#app/platform/ui/page-header.tsx";
import { redirectIfMerged } from "../kept-report.server.ts";
import { localText } from "../local-moment.rules.ts";
import { findBan } from "../report-bans.server.ts";
import { reportForm } from "../reports.forms.server.ts";
import { reportKinds } from "../reports.rules.ts";
import { addReport, changeReport, findLostReport, getOwnReport } from "../reports.server.ts";
import type { Route } from "./+types/report-form";
import { BannedNotice } from "./form/banned-notice.tsx";
import { newValues, valuesOf, valuesOfPet } from "./form/form-values.ts";
import { WholeForm } from "./form/whole-form.tsx";

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const { ctx, actor } = await requireUser(request, context);
  const now = ctx.clock.now();
  const shared = { latest: localText(now, actor.timeZone), map: ctx.settings.map, isBanned: false };
  if (params.reportId) {
    await redirectIfMerged(ctx, actor, params.reportId, "/edit");
    const report = await getOwnReport(ctx, actor, params.reportId);
    return { ...shared, id: report.id, photos: report.photos, values: valuesOf(report, actor.timeZone), petName: null };
  }
  shared.isBanned = (await findBan(ctx, actor)) !== null;
  const query = new URL(request.url).searchParams;
  const pet = await findPet(ctx, actor, query.get("pet") ?? "");
  const reported = pet && (await findLostReport(ctx, pet.id));
  if (reported) throw redirect(`/dashboard/lost-found/${reported}`);
  const kind = reportKinds.find((one) => one === query.get("kind")) ?? null;
  const values = pet ? valuesOfPet(pet, actor, now, actor.timeZone) : newValues(kind, now, actor.timeZone);
  // A copy of the profile's photo goes along, unless it is ticked off like a photo of an earlier report.
  const photos = pet?.photoId ? [pet.photoId] : [];
  return { ...shared, id: null, photos, values, petName: pet?.name ?? null };
}

export async function action(args: Route.ActionArgs) {
  const { ctx, actor } = await requireUser(args.request, args.context);
  const { address, language } = args.context.get(requestInfoContext);
  const { reportId } = args.params;
  if (reportId) await getOwnReport(ctx, actor, reportId);
  const schema = reportForm(ctx.clock.now(), actor.timeZone);
  return handleForm(
    args,
    schema,
    async (form) => {
      if (reportId) await changeReport(ctx, actor, reportId, form, { address });
      const id = reportId ?? (await addReport(ctx, actor, form, { address, language }));
      const code = reportId ? "lostFound.changed" : "lostFound.added";
      return redirectWithToast(`/dashboard/lost-found/${id}`, { type: "success", code });
    },
    { files: true, failed: "lostFound.failed" },
  );
}

export const clientAction = submitForm;

export const handle = { i18n: ["lostFound", "map", "pets", "reportForm"], title: "reportForm.new" };

export default function ReportFormScreen({ loaderData, actionData: answer }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { id, photos, values, latest, map, petName, isBanned } = loaderData;
  useRefusalToast(answer);
  const title = t(id ? "reportForm.edit" : "reportForm.new");
  const path = [{ label: t("lostFound.own.title"), to: "/dashboard/lost-found" }, { label: title }];
  return (
    <div className="mx-auto grid max-w-3xl gap-5">
      <PageHeader title={title} above={<Breadcrumb label={t("pets.path")} items={path} />} />
      {isBanned && <BannedNotice />}
      {petName && <Notice tone="brand">{t("reportForm.fromPet", { name: petName })}</Notice>}
      <WholeForm
        key={id}
        id={id ? `report-${id}` : petName ? "report-of-pet" : "report-new"}
        answer={answer}
        values={values}
        photos={photos}
        latest={latest}
        map={map}
        isNew={id === null}
        isGuest={false}
        backTo={id ? `/dashboard/lost-found/${id}` : "/dashboard/lost-found"}
      />
    </div>
  );
}
