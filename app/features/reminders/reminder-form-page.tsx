import { type FieldMetadata, getInputProps, getSelectProps } from "@conform-to/react";
import ClipboardPlus from "lucide-react/icons/clipboard-plus";
import Pill from "lucide-react/icons/pill";
import Stethoscope from "lucide-react/icons/stethoscope";
import Syringe from "lucide-react/icons/syringe";
import Trash2 from "lucide-react/icons/trash";
import type { ReactNode } from "react";
import { href, useLoaderData } from "react-router";
import { requireUser } from "#app/features/auth/guards.server.ts";
import { listPets } from "#app/features/pets/list/pet-list.server.ts";
import { createId } from "#app/platform/db/uuid.server.ts";
import { defineIntent, emptyForm, type FormAnswer, handleIntents } from "#app/platform/http/forms/form.server.ts";
import { redirectWithToast } from "#app/platform/http/toast.server.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { ButtonLink } from "#app/platform/ui/button.tsx";
import { Card } from "#app/platform/ui/card.tsx";
import { AppForm } from "#app/platform/ui/forms/app-form.tsx";
import { Checkbox } from "#app/platform/ui/forms/choice.tsx";
import { Field, FieldErrors } from "#app/platform/ui/forms/field.tsx";
import { hintClass } from "#app/platform/ui/forms/field-control.ts";
import { RadioCards } from "#app/platform/ui/forms/radio-cards.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { LineField, ProseField } from "#app/platform/ui/forms/text-fields.tsx";
import { NativeSelect, OptionList, Options, TextInput } from "#app/platform/ui/forms/text-input.tsx";
import { useAppForm } from "#app/platform/ui/forms/use-app-form.ts";
import { EmptyState } from "#app/platform/ui/lists/empty-state.tsx";
import { ConfirmDialog } from "#app/platform/ui/overlays/confirm-dialog.tsx";
import { PageHeader } from "#app/platform/ui/page/page-header.tsx";
import type { Route } from "./+types/reminder-form-page";
import { titleOf } from "./reminder-texts.ts";
import { createReminderForm, type ReminderFields } from "./reminders.forms.server.ts";
import {
  daysAhead,
  latestDay,
  maxInterval,
  maxLengths,
  maxRepeats,
  type ReminderKind,
  reminderKinds,
  repeats,
  timesLeft,
} from "./reminders.rules.ts";
import { createReminder, deleteReminder, getReminder, type Reminder, updateReminder } from "./reminders.server.ts";
import { getWallClock } from "./wall-clock.server.ts";

/** Initial values of the form, as strings. */
type ReminderValues = Omit<ReminderFields, "petId" | "version"> & {
  petId: string;
  version?: number;
};

const kindIcons: Record<ReminderKind, ReactNode> = {
  vaccination: <Syringe aria-hidden />,
  checkup: <Stethoscope aria-hidden />,
  medication: <Pill aria-hidden />,
  custom: <ClipboardPlus aria-hidden />,
};

const newReminderValues = {
  kind: "vaccination" as ReminderKind,
  title: "",
  repeat: "none" as const,
  every: "1",
  ahead: ["0", "1"],
};

/**
 * Returns the form values of a stored reminder: the day of the open occurrence, and the number of occurrences from
 * there on.
 */
function valuesOf(reminder: Reminder): ReminderValues {
  const { version, petId, kind, title, note, dueDay, at, repeat, every, until, ahead } = reminder;
  return {
    version,
    petId,
    kind,
    title,
    note: note ?? "",
    day: dueDay,
    at: at?.slice(0, 5) ?? "",
    repeat,
    every: String(every),
    until: until ?? "",
    times: String(timesLeft(reminder) ?? ""),
    ahead: ahead.map(String),
  };
}

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const { ctx, actor } = await requireUser(request, context);
  const pets = (await listPets(ctx, actor)).map(({ id, name }) => ({ id, name }));
  const today = getWallClock(ctx.clock.now(), actor.timeZone).slice(0, 10);
  if (!params.reminderId) {
    const asked = new URL(request.url).searchParams.get("pet");
    const petId = pets.find(({ id }) => id === asked)?.id ?? (pets.length === 1 ? pets[0]?.id : undefined);
    return { pets, today, reminderId: null, values: { ...newReminderValues, key: createId(), petId, day: today } };
  }
  const reminder = await getReminder(ctx, actor, params.reminderId);
  return { pets, today, reminderId: reminder.id, values: valuesOf(reminder) };
}

export async function action(args: Route.ActionArgs) {
  const { ctx, actor } = await requireUser(args.request, args.context);
  const { reminderId } = args.params;
  const today = getWallClock(ctx.clock.now(), actor.timeZone).slice(0, 10);
  const old = reminderId ? await getReminder(ctx, actor, reminderId) : null;
  return handleIntents(
    args,
    {
      save: defineIntent(createReminderForm(today, old?.dueDay), async (form) => {
        if (reminderId) await updateReminder(ctx, actor, reminderId, form);
        else await createReminder(ctx, actor, form);
        const code = reminderId ? "reminders.changed" : "reminders.added";
        return redirectWithToast(href("/dashboard/reminders"), code);
      }),
      ...(reminderId && {
        remove: defineIntent(emptyForm, async () => {
          await deleteReminder(ctx, actor, reminderId);
          return redirectWithToast(href("/dashboard/reminders"), "reminders.removed");
        }),
      }),
    },
    { failed: "reminders.failed" },
  );
}

export const handle = { i18n: ["reminders"], title: "reminders.title" };

function RemoveReminder({
  reminder,
  petName,
}: {
  reminder: { title?: string | undefined; kind: ReminderKind };
  petName: string;
}) {
  const t = useT();
  const title = titleOf(t, { title: reminder.title ?? "", kind: reminder.kind });
  return (
    <AppForm intent="remove" className="mt-6">
      <ConfirmDialog
        trigger={
          <SubmitButton variant="quiet" size="sm" icon={<Trash2 aria-hidden />}>
            {t("reminders.remove")}
          </SubmitButton>
        }
        title={t("reminders.removeTitle")}
        description={t("reminders.removeText", { title, name: petName })}
      />
    </AppForm>
  );
}

export default function ReminderFormPage({ loaderData, actionData: answer }: Route.ComponentProps) {
  const t = useT();
  const { reminderId, values, pets } = loaderData;
  const title = t(reminderId ? "reminders.edit" : "reminders.new");
  const path = [{ label: t("reminders.title"), to: href("/dashboard/reminders") }];
  const petName = pets.find(({ id }) => id === values.petId)?.name ?? "";
  return (
    <div className="mx-auto max-w-3xl wrap-anywhere">
      <PageHeader title={title} path={path} />
      {pets.length > 0 ? <ReminderForm key={reminderId} answer={answer} /> : <NoPetYet />}
      {reminderId && <RemoveReminder reminder={values} petName={petName} />}
    </div>
  );
}

function NoPetYet() {
  const t = useT();
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

type ReminderFieldset = ReturnType<FieldMetadata<ReminderFields>["getFieldset"]>;

function WhatSection({ fields, pets }: { fields: ReminderFieldset; pets: readonly { id: string; name: string }[] }) {
  const t = useT();
  return (
    <Card as="section" className="grid gap-5">
      <Field id={fields.petId.id} label={t("reminders.fields.petId")} errors={fields.petId.errors}>
        <NativeSelect {...getSelectProps(fields.petId)} required>
          <option value="">{t("reminders.choosePet")}</option>
          <OptionList options={pets.map(({ id, name }) => ({ value: id, label: name }))} />
        </NativeSelect>
      </Field>
      <RadioCards
        {...getInputProps(fields.kind, { type: "radio", value: false })}
        required
        legend={t("reminders.fields.kind")}
        errors={fields.kind.errors}
        defaultValue={fields.kind.initialValue}
        columns={2}
        options={reminderKinds.map((kind) => ({
          value: kind,
          title: t(`reminders.kinds.${kind}`),
          icon: kindIcons[kind],
        }))}
      />
      <Field
        id={fields.title.id}
        label={t("reminders.fields.title")}
        mark={t("form.optional")}
        hint={t("reminders.hints.title")}
        errors={fields.title.errors}
      >
        <TextInput
          {...getInputProps(fields.title, { type: "text" })}
          maxLength={maxLengths.title}
          autoComplete="off"
          dir="auto"
        />
      </Field>
      <ProseField field={fields.note} label={t("reminders.fields.note")} max={maxLengths.note} />
    </Card>
  );
}

function RemindWhenSection({ fields }: { fields: ReminderFieldset }) {
  const t = useT();
  const { ahead } = fields;
  const chosen = [ahead.initialValue ?? []].flat();
  return (
    <Card as="section">
      <fieldset aria-describedby={ahead.errors ? `${ahead.id}-error` : `${ahead.id}-hint`}>
        <legend className="mb-3 text-sm font-[550]">{t("reminders.fields.ahead")}</legend>
        <div className="grid gap-3 sm:grid-cols-2">
          {daysAhead.map((days, index) => (
            <Checkbox
              key={days}
              id={index === 0 ? ahead.id : `${ahead.id}-${days}`}
              name="ahead"
              value={String(days)}
              defaultChecked={chosen.includes(String(days))}
              label={t("reminders.daysAhead", { count: days })}
            />
          ))}
        </div>
        <p id={`${ahead.id}-hint`} className={`mt-3 ${hintClass}`}>
          {t("reminders.hints.ahead")}
        </p>
        <FieldErrors id={`${ahead.id}-error`} errors={ahead.errors} />
      </fieldset>
    </Card>
  );
}

/** Fields for date, time and repetition. Those of a series appear only for one, also without JavaScript. */
function RecurrenceSection({ fields, today }: { fields: ReminderFieldset; today: string }) {
  const t = useT();
  return (
    <Card as="section" className="group/repetition grid gap-5 md:grid-cols-2">
      <LineField field={fields.day} label={t("reminders.fields.day")} type="date" last={latestDay} needed />
      <LineField field={fields.at} label={t("reminders.fields.at")} hint={t("reminders.hints.at")} type="time" />
      <Field id={fields.repeat.id} label={t("reminders.fields.repeat")} errors={fields.repeat.errors}>
        <NativeSelect {...getSelectProps(fields.repeat)}>
          <Options values={repeats} label={(repeat) => t(`reminders.repeats.${repeat}`)} />
        </NativeSelect>
      </Field>
      <Field
        id={fields.every.id}
        label={t("reminders.fields.every")}
        hint={t("reminders.everyHint")}
        errors={fields.every.errors}
        className="group-has-[option[value=none]:checked]/repetition:hidden"
      >
        <TextInput {...getInputProps(fields.every, { type: "number" })} min={1} max={maxInterval} inputMode="numeric" />
      </Field>
      <div className="grid gap-5 group-has-[option[value=none]:checked]/repetition:hidden md:col-span-2 md:grid-cols-2">
        <LineField field={fields.until} label={t("reminders.fields.until")} type="date" min={today} last={latestDay} />
        <Field
          id={fields.times.id}
          label={t("reminders.fields.times")}
          mark={t("form.optional")}
          hint={t("reminders.hints.ends")}
          errors={fields.times.errors}
        >
          <TextInput
            {...getInputProps(fields.times, { type: "number" })}
            min={1}
            max={maxRepeats}
            inputMode="numeric"
          />
        </Field>
      </div>
    </Card>
  );
}

function ReminderForm({ answer }: { answer: FormAnswer | undefined }) {
  const t = useT();
  const { reminderId, values, pets, today } = useLoaderData<typeof loader>();
  const [form, fields] = useAppForm<ReminderFields>({
    id: reminderId ? `reminder-${reminderId}` : "reminder-new",
    intent: "save",
    answer,
    defaultValue: values,
    draft: reminderId ? null : `reminder-new-${values.petId ?? ""}`,
  });
  const labelOf = (field: string) => {
    const labelledField = labelled.find((one) => one === field);
    return labelledField && t(`reminders.fields.${labelledField}`);
  };
  return (
    <AppForm
      form={form}
      summary={labelOf}
      values={{ key: fields.key.initialValue ?? "", version: fields.version.initialValue ?? "" }}
      className="grid grid-cols-1 gap-5"
    >
      <WhatSection fields={fields} pets={pets} />
      <RecurrenceSection fields={fields} today={today} />
      <RemindWhenSection fields={fields} />
      <div className="flex flex-wrap justify-end gap-3">
        <ButtonLink to={href("/dashboard/reminders")} variant="ghost">
          {t("form.cancel")}
        </ButtonLink>
        <SubmitButton>{t(reminderId ? "reminders.save" : "reminders.saveNew")}</SubmitButton>
      </div>
    </AppForm>
  );
}
