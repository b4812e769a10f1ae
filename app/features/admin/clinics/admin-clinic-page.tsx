import { getSelectProps } from "@conform-to/react";
import { href } from "react-router";
import { requireUser } from "#app/features/auth/guards.server.ts";
import { maxLengths } from "#app/features/clinics/clinics.rules.ts";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { defineIntent, type FormAnswer, handleIntents } from "#app/platform/http/forms/form.server.ts";
import { useOpenedVersion } from "#app/platform/http/forms/use-opened-version.ts";
import { redirectWithToast } from "#app/platform/http/toast.server.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import type { WordKey } from "#app/platform/i18n/words.ts";
import { governorates } from "#app/platform/map/governorates.ts";
import { ButtonLink } from "#app/platform/ui/button.tsx";
import { Card } from "#app/platform/ui/card.tsx";
import { AppForm } from "#app/platform/ui/forms/app-form.tsx";
import { Checkbox } from "#app/platform/ui/forms/choice.tsx";
import { Field } from "#app/platform/ui/forms/field.tsx";
import { SaveBar, SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { LineField } from "#app/platform/ui/forms/text-fields.tsx";
import { NativeSelect, Options } from "#app/platform/ui/forms/text-input.tsx";
import { useAppForm } from "#app/platform/ui/forms/use-app-form.ts";
import { Notice } from "#app/platform/ui/notice.tsx";
import { ConfirmDialog } from "#app/platform/ui/overlays/confirm-dialog.tsx";
import { Breadcrumb } from "#app/platform/ui/page/breadcrumb.tsx";
import { PageHeader } from "#app/platform/ui/page/page-header.tsx";
import type { Route } from "./+types/admin-clinic-page";
import { type ClinicFields, clinicForm, removalForm } from "./clinics.forms.server.ts";
import { getClinic } from "./list-clinics.server.ts";
import { addClinic, changeClinic, removeClinic } from "./manage-clinics.server.ts";

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const { ctx, actor } = await requireUser(request, context);
  return { clinic: params.clinicId ? await getClinic(ctx, actor, params.clinicId) : null };
}

export async function action(args: Route.ActionArgs) {
  const { ctx, actor } = await requireUser(args.request, args.context);
  const { clinicId } = args.params;
  const done = (toast: WordKey) => redirectWithToast(href("/admin/clinics"), toast);
  return handleIntents(
    args,
    {
      save: defineIntent(clinicForm, async ({ version, ...form }) => {
        if (!clinicId) await addClinic(ctx, actor, form);
        else await changeClinic(ctx, actor, clinicId, form, version ?? 0);
        return done(clinicId ? "clinics.changed" : "clinics.added");
      }),
      ...(clinicId && {
        remove: defineIntent(removalForm, async ({ version }) => {
          await removeClinic(ctx, actor, clinicId, version);
          return done("clinics.removed");
        }),
      }),
    },
    { failed: "clinics.failed" },
  );
}

export const handle = { i18n: ["clinics", "checkout"], title: "clinics.one" satisfies WordKey };

type Clinic = Awaited<ReturnType<typeof getClinic>>;

function valuesOf(clinic: Clinic | null): Partial<Record<keyof ClinicFields, string>> {
  if (!clinic) return {};
  const { nameEn, nameAr, governorate, area, phone, isAlwaysOpen, isHidden } = clinic;
  return {
    ...{ nameEn, nameAr, governorate, area, phone },
    whatsapp: clinic.whatsapp ?? "",
    hours: clinic.hours ?? "",
    ...(isAlwaysOpen && { isAlwaysOpen: "on" }),
    ...(isHidden && { isHidden: "on" }),
  };
}

function ClinicForm({ clinic, answer }: { clinic: Clinic | null; answer: FormAnswer | undefined }) {
  const t = useT();
  const [form, fields] = useAppForm<Record<keyof ClinicFields, string>>({
    id: clinic ? `clinic-${clinic.id}` : "clinic-new",
    answer,
    defaultValue: valuesOf(clinic),
  });
  const version = useOpenedVersion(clinic?.version ?? "", answer);
  const stale = fields.version.errors ?? [];
  const phone = { type: "tel", ltr: true, inputMode: "tel", max: 40 } as const;
  return (
    <AppForm form={form} values={{ version }} className="grid grid-cols-1 gap-5">
      {stale.length > 0 && (
        <Notice tone="sun" role="alert">
          {stale.join(" ")}
        </Notice>
      )}
      <Card as="section" className="grid gap-5 sm:grid-cols-2">
        <LineField field={fields.nameAr} label={t("clinics.nameAr")} max={maxLengths.name} needed />
        <LineField field={fields.nameEn} label={t("clinics.nameEn")} max={maxLengths.name} needed />
        <Field id={fields.governorate.id} label={t("checkout.governorate")} errors={fields.governorate.errors}>
          <NativeSelect {...getSelectProps(fields.governorate)} key={fields.governorate.key} required>
            <option value="">{t("checkout.chooseGovernorate")}</option>
            <Options values={governorates} label={(one) => t(`checkout.governorates.${one}`)} />
          </NativeSelect>
        </Field>
        <LineField
          field={fields.area}
          label={t("clinics.area")}
          hint={t("clinics.areaHint")}
          max={maxLengths.area}
          needed
        />
        <LineField field={fields.phone} label={t("clinics.phone")} {...phone} needed />
        <LineField field={fields.whatsapp} label={t("clinics.whatsapp")} {...phone} />
        <LineField
          field={fields.hours}
          label={t("clinics.hours")}
          hint={t("clinics.hoursHint")}
          max={maxLengths.hours}
        />
        <div className="grid content-center gap-3">
          <Checkbox
            name="isAlwaysOpen"
            defaultChecked={fields.isAlwaysOpen.initialValue === "on"}
            label={t("clinics.alwaysOpen")}
          />
          <Checkbox
            name="isHidden"
            defaultChecked={fields.isHidden.initialValue === "on"}
            label={t("clinics.hide")}
            hint={t("clinics.hideHint")}
          />
        </div>
      </Card>
      <SaveBar>
        {clinic ? (
          <ConfirmDialog
            title={t("clinics.removeTitle")}
            description={t("clinics.removeText")}
            trigger={
              <SubmitButton name="intent" value="remove" variant="ghost">
                {t("clinics.remove")}
              </SubmitButton>
            }
          />
        ) : (
          <ButtonLink to={href("/admin/clinics")} variant="ghost">
            {t("form.cancel")}
          </ButtonLink>
        )}
        <SubmitButton name="intent" value="save">
          {t(clinic ? "form.save" : "clinics.addAction")}
        </SubmitButton>
      </SaveBar>
    </AppForm>
  );
}

/** Page to add or edit a clinic. */
export default function AdminClinicPage({ loaderData, actionData: answer }: Route.ComponentProps) {
  const { t, language } = useViewer();
  const { clinic } = loaderData;
  const name = clinic ? (language === "ar" ? clinic.nameAr : clinic.nameEn) : t("clinics.new");
  const path = [{ label: t("clinics.title"), to: href("/admin/clinics") }, { label: <bdi>{name}</bdi> }];
  const version = useOpenedVersion(clinic?.version, answer);
  return (
    <div className="mx-auto grid w-full max-w-4xl grid-cols-1 gap-5 wrap-anywhere">
      <PageHeader title={<bdi>{name}</bdi>} above={<Breadcrumb items={path} />} />
      {answer?.refusal && (
        <Notice tone="lost" role="alert">
          <p>{answer.refusal}</p>
        </Notice>
      )}
      <ClinicForm key={`${clinic?.id}-${version}`} clinic={clinic} answer={answer} />
    </div>
  );
}
