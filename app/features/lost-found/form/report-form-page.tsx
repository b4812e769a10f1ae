import { href, redirect } from "react-router";
import { requireUser } from "#app/features/auth/guards.server.ts";
import { findPet } from "#app/features/pets/pets.server.ts";
import { handleForm } from "#app/platform/http/forms/form.server.ts";
import { requestInfoContext } from "#app/platform/http/request-info.server.ts";
import { redirectWithToast } from "#app/platform/http/toast.server.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { Notice } from "#app/platform/ui/notice.tsx";
import { Breadcrumb } from "#app/platform/ui/page/breadcrumb.tsx";
import type { PageHandle } from "#app/platform/ui/page/page-handle.ts";
import { PageHeader } from "#app/platform/ui/page/page-header.tsx";
import { localText } from "../local-moment.rules.ts";
import { findBan } from "../moderation/report-bans.server.ts";
import { findOwnDistrict } from "../own-district.server.ts";
import { createReport, updateReport } from "../publish-reports.server.ts";
import { getReportHolder, redirectIfMerged, requireReportHolder } from "../report-holder.server.ts";
import { ReporterFrame } from "../reporter-frame.tsx";
import { createReportForm } from "../reports.forms.server.ts";
import { reportKinds } from "../reports.rules.ts";
import { findLostReport, getOwnReport } from "../reports.server.ts";
import type { Route } from "./+types/report-form-page";
import { BannedNotice } from "./banned-notice.tsx";
import { newValues, valuesOf, valuesOfPet } from "./form-values.ts";
import { ReportFormFields } from "./report-form.tsx";

export const middleware = [requireReportHolder];

export async function loader({ request, context, params }: Route.LoaderArgs) {
  if (params.reportId || params.key) return loadReport(context);
  const { ctx, actor } = await requireUser(request, context);
  const now = ctx.clock.now();
  const isBanned = (await findBan(ctx, actor)) !== null;
  const query = new URL(request.url).searchParams;
  const pet = await findPet(ctx, actor, query.get("pet") ?? "");
  const reported = pet && (await findLostReport(ctx, pet.id));
  if (reported) throw redirect(href("/dashboard/lost-found/:reportId", { reportId: reported }));
  const kind = reportKinds.find((one) => one === query.get("kind")) ?? null;
  const values = pet ? valuesOfPet(pet, actor, now, actor.timeZone) : newValues(kind, now, actor.timeZone);
  // The profile's photo is copied to the report, unless the user removes it.
  const photos = pet?.photoId ? [pet.photoId] : [];
  const around = await findOwnDistrict(ctx, actor);
  const shared = { latest: localText(now, actor.timeZone), map: { ...ctx.settings.map, around } };
  const backTo = href("/dashboard/lost-found");
  return {
    ...shared,
    id: null,
    photos,
    values,
    pet: pet && { name: pet.name, gender: pet.gender },
    isBanned,
    isGuest: false,
    backTo,
  };
}

async function loadReport(context: Route.LoaderArgs["context"]) {
  const { ctx, holder, reportId, base, isGuest, timeZone } = await getReportHolder(context);
  await redirectIfMerged(ctx, holder, reportId, "/edit");
  const report = await getOwnReport(ctx, holder, reportId);
  const values = valuesOf(isGuest ? { ...report, guestEmail: null } : report, timeZone);
  const shared = { latest: localText(ctx.clock.now(), timeZone), map: ctx.settings.map };
  const { id, photos } = report;
  return { ...shared, id, photos, values, pet: null, isBanned: false, isGuest, backTo: base };
}

export async function action(args: Route.ActionArgs) {
  const { ctx, holder, reportId, base, timeZone, country } = await getReportHolder(args.context);
  const { address, language } = args.context.get(requestInfoContext);
  if (reportId) await getOwnReport(ctx, holder, reportId);
  return handleForm(
    args,
    createReportForm(ctx.clock.now(), timeZone, country),
    async (form) => {
      if (reportId) {
        await updateReport(ctx, holder, reportId, form, { address });
        return redirectWithToast(base, "lostFound.changed");
      }
      const { actor } = await requireUser(args.request, args.context);
      const id = await createReport(ctx, actor, form, { address, language });
      const path =
        form.kind === "lost" ? "/dashboard/lost-found/:reportId/first-steps" : "/dashboard/lost-found/:reportId";
      return redirectWithToast(href(path, { reportId: id }), "lostFound.added");
    },
    { files: true, failed: "lostFound.failed" },
  );
}

type Shown = Route.ComponentProps["loaderData"];

const titles = { lost: "lostFound.iLost", found: "lostFound.iFound", sighting: "lostFound.iSaw" } as const;

function titleKeyOf({ id, values }: Shown) {
  if (id) return "reportForm.edit";
  const kind = reportKinds.find((one) => one === values?.kind);
  return kind ? titles[kind] : "reportForm.new";
}

export const handle = {
  i18n: ["lostFound", "map", "pets", "reportForm"],
  title: "reportForm.new",
  titleKeyOf,
} satisfies PageHandle;

export default function ReportFormPage({ loaderData, actionData: answer }: Route.ComponentProps) {
  const t = useT();
  const { id, photos, values, latest, map, pet, isBanned, isGuest, backTo } = loaderData;
  const page = t(titleKeyOf(loaderData));
  const title = pet ? t(`reportForm.newLost.${pet.gender}`, { name: pet.name }) : page;
  const path = [{ label: t("lostFound.ownTitle"), to: href("/dashboard/lost-found") }, { label: page }];
  const above = isGuest ? undefined : <Breadcrumb items={path} />;
  return (
    <ReporterFrame isGuest={isGuest}>
      <div className={isGuest ? "mx-auto max-w-3xl" : "mx-auto grid max-w-3xl gap-5"}>
        <PageHeader title={title} above={above} />
        {isBanned && <BannedNotice />}
        {pet && <Notice tone="brand">{t("reportForm.fromPet", { name: pet.name })}</Notice>}
        <ReportFormFields
          key={id}
          id={id ? `report-${id}` : values?.petId ? `report-of-${values.petId}` : "report-new"}
          answer={answer}
          values={values}
          photos={photos}
          latest={latest}
          map={map}
          isNew={id === null}
          isGuest={isGuest}
          backTo={backTo}
        />
      </div>
    </ReporterFrame>
  );
}
