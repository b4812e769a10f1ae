import { getFormProps, useForm } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import { Form, href, useLoaderData } from "react-router";
import { requireUser } from "#app/features/auth/guards.server.ts";
import { listPets } from "#app/features/pets/list/pet-list.server.ts";
import { newId } from "#app/platform/db/uuid.server.ts";
import { emptyForm, type FormAnswer, handleIntents, intent } from "#app/platform/http/forms/form.server.ts";
import { submitForm } from "#app/platform/http/forms/submit-form.ts";
import { useErrorToast } from "#app/platform/http/forms/use-error-toast.ts";
import { redirectWithToast } from "#app/platform/http/toast.server.ts";
import { ButtonLink } from "#app/platform/ui/button.tsx";
import { FormErrors, problemsOf } from "#app/platform/ui/forms/form-errors.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { EmptyState } from "#app/platform/ui/lists/empty-state.tsx";
import { Breadcrumb } from "#app/platform/ui/page/breadcrumb.tsx";
import { PageHeader } from "#app/platform/ui/page/page-header.tsx";
import { createReminderForm, type ReminderFields } from "../reminders.forms.server.ts";
import { createReminder, deleteReminder, getReminder, updateReminder } from "../reminders.server.ts";
import { getWallClock } from "../wall-clock.server.ts";
import type { Route } from "./+types/reminder-form-page";
import { RemindWhenSection } from "./remind-when-section.tsx";
import { newReminderValues, valuesOf } from "./reminder-form-values.ts";
import { RemoveReminder } from "./remove-reminder.tsx";
import { RhythmSection } from "./rhythm-section.tsx";
import { WhatSection } from "./what-section.tsx";

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const { ctx, actor } = await requireUser(request, context);
  const pets = (await listPets(ctx, actor)).map(({ id, name }) => ({ id, name }));
  const today = getWallClock(ctx.clock.now(), actor.timeZone).slice(0, 10);
  if (!params.reminderId) {
    const asked = new URL(request.url).searchParams.get("pet");
    const petId = pets.find(({ id }) => id === asked)?.id ?? (pets.length === 1 ? pets[0]?.id : undefined);
    return { pets, today, reminderId: null, values: { ...newReminderValues, key: newId(), petId, day: today } };
  }
  const reminder = await getReminder(ctx, actor, params.reminderId);
  return { pets, today, reminderId: reminder.id, values: valuesOf(reminder) };
}

export async function action(args: Route.ActionArgs) {
  const { ctx, actor } = await requireUser(args.request, args.context);
  const { reminderId } = args.params;
  const today = getWallClock(ctx.clock.now(), actor.timeZone).slice(0, 10);
  const old = reminderId ? await getReminder(ctx, actor, reminderId) : null;
  return handleIntents(args, {
    save: intent(
      createReminderForm(today, old?.dueDay),
      async (form) => {
        if (reminderId) await updateReminder(ctx, actor, reminderId, form);
        else await createReminder(ctx, actor, form);
        const code = reminderId ? "reminders.changed" : "reminders.added";
        return redirectWithToast(href("/dashboard/reminders"), { type: "success", code });
      },
      "reminders.failed",
    ),
    ...(reminderId && {
      remove: intent(
        emptyForm,
        async () => {
          await deleteReminder(ctx, actor, reminderId);
          return redirectWithToast(href("/dashboard/reminders"), { type: "success", code: "reminders.removed" });
        },
        "reminders.failed",
      ),
    }),
  });
}

export const clientAction = submitForm;

export const handle = { i18n: ["pets", "reminders"], title: "reminders.title" };

export default function ReminderFormPage({ loaderData, actionData: answer }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { reminderId, values, pets } = loaderData;
  useErrorToast(answer);
  const title = t(reminderId ? "reminders.edit" : "reminders.new");
  const path = [{ label: t("reminders.title"), to: href("/dashboard/reminders") }, { label: title }];
  const petName = pets.find(({ id }) => id === values.petId)?.name ?? "";
  return (
    <div className="mx-auto max-w-3xl wrap-anywhere">
      <PageHeader title={title} above={<Breadcrumb items={path} />} />
      {pets.length > 0 ? <ReminderForm key={reminderId} answer={answer} /> : <NoPetYet />}
      {reminderId && <RemoveReminder reminder={values} petName={petName} />}
    </div>
  );
}

function NoPetYet() {
  const { t } = useTranslation();
  return (
    <EmptyState
      inCard
      title={t("reminders.emptyTitle")}
      text={t("reminders.needPet")}
      actions={<ButtonLink to={href("/dashboard/pets/new")}>{t("reminders.addPet")}</ButtonLink>}
    />
  );
}

const labelled = ["petId", "kind", "title", "note", "day", "at", "repeat", "every", "until", "times"] as const;

function ReminderForm({ answer }: { answer: FormAnswer | undefined }) {
  const { t } = useTranslation();
  const { reminderId, values, pets, today } = useLoaderData<typeof loader>();
  const [form, fields] = useForm<ReminderFields>({
    id: reminderId ? `reminder-${reminderId}` : "reminder-new",
    lastResult: answer?.intent === "save" ? answer.form : undefined,
    defaultValue: values,
  });
  const errors = problemsOf(form, (field) => {
    const labelledField = labelled.find((one) => one === field);
    return labelledField && t(`reminders.fields.${labelledField}`);
  });
  return (
    <Form method="post" {...getFormProps(form)} className="grid grid-cols-1 gap-5">
      <input type="hidden" name="key" value={fields.key.initialValue ?? ""} />
      <input type="hidden" name="version" value={fields.version.initialValue ?? ""} />
      <FormErrors title={t("form.checkThese")} errors={errors} />
      <WhatSection fields={fields} pets={pets} />
      <RhythmSection fields={fields} today={today} />
      <RemindWhenSection fields={fields} />
      <div className="flex flex-wrap justify-end gap-3">
        <ButtonLink to={href("/dashboard/reminders")} variant="ghost">
          {t("form.cancel")}
        </ButtonLink>
        <SubmitButton name="intent" value="save">
          {t(reminderId ? "reminders.save" : "reminders.saveNew")}
        </SubmitButton>
      </div>
    </Form>
  );
}
