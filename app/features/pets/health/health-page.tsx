import { getInputProps, getSelectProps, parse } from "@conform-to/react";
import Pencil from "lucide-react/icons/pencil";
import Plus from "lucide-react/icons/plus";
import Trash from "lucide-react/icons/trash";
import { data, href, Link } from "react-router";
import { requireUser } from "#app/features/auth/guards.server.ts";
import { createId } from "#app/platform/db/uuid.server.ts";
import { photoUrl } from "#app/platform/files/photos.ts";
import { defineIntent, type FormAnswer, handleIntents } from "#app/platform/http/forms/form.server.ts";
import { redirectWithToast } from "#app/platform/http/toast.server.ts";
import { dayIn } from "#app/platform/i18n/dates/wall-clock.rules.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { ButtonLink, buttonClass, IconButton } from "#app/platform/ui/button.tsx";
import { Card, CardHeader } from "#app/platform/ui/card.tsx";
import { cx } from "#app/platform/ui/cx.ts";
import { AppForm } from "#app/platform/ui/forms/app-form.tsx";
import { Checkbox } from "#app/platform/ui/forms/choice.tsx";
import { Field } from "#app/platform/ui/forms/field.tsx";
import { PhotoField } from "#app/platform/ui/forms/photo-field.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { LineField, ProseField } from "#app/platform/ui/forms/text-fields.tsx";
import { NativeSelect, Options, TextInput } from "#app/platform/ui/forms/text-input.tsx";
import { useAppForm } from "#app/platform/ui/forms/use-app-form.ts";
import { EmptyState } from "#app/platform/ui/lists/empty-state.tsx";
import { Pager } from "#app/platform/ui/lists/pager.tsx";
import { ConfirmDialog } from "#app/platform/ui/overlays/confirm-dialog.tsx";
import { PageHeader } from "#app/platform/ui/page/page-header.tsx";
import { CaregivingEnded } from "../caregivers/caregiving-ended.tsx";
import { canEditPet } from "../caregivers.rules.ts";
import { keepTypedValues } from "../keep-typed-values.ts";
import { getPetAs } from "../list/pet-list.server.ts";
import { isCaregivingOver } from "../pet-access.server.ts";
import { healthKinds, maxHealthLengths } from "../pets.rules.ts";
import { listWeights } from "../weights.server.ts";
import type { Route } from "./+types/health-page";
import {
  createHealthEvent,
  createHealthForm,
  deleteHealthEvent,
  findHealthEvent,
  type HealthEvent,
  type HealthFields,
  listHealthEvents,
  removeHealthForm,
  updateHealthEvent,
} from "./health.server.ts";
import { HealthTimeline } from "./health-timeline.tsx";
import { WeightChart } from "./weight-chart.tsx";

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const { ctx, actor } = await requireUser(request, context);
  const today = dayIn(ctx.clock.now(), actor.timeZone);
  const freshKey = createId();
  if (await isCaregivingOver(ctx, actor, params.petId)) {
    const nothing = { events: [], total: 0, page: 1, pageCount: 1, weights: [], editing: null, canEdit: true };
    return data({ pet: null, ...nothing, today, freshKey }, { status: 403 });
  }
  const {
    pet: { id, name },
    access,
  } = await getPetAs(ctx, actor, params.petId);
  const { searchParams } = new URL(request.url);
  const page = Number.parseInt(searchParams.get("page") ?? "1", 10) || 1;
  const [listed, weights, editing] = await Promise.all([
    listHealthEvents(ctx, id, page),
    listWeights(ctx, id),
    findHealthEvent(ctx, id, searchParams.get("edit")),
  ]);
  return { pet: { id, name }, ...listed, weights, editing, today, freshKey, canEdit: canEditPet(access) };
}

export async function action(args: Route.ActionArgs) {
  const { ctx, actor } = await requireUser(args.request, args.context);
  const { petId } = args.params;
  const back = (code: "petHealth.saved" | "petHealth.removed") =>
    redirectWithToast(href("/dashboard/pets/:petId/health", { petId }), code);
  return handleIntents(
    args,
    {
      save: defineIntent(createHealthForm(dayIn(ctx.clock.now(), actor.timeZone)), async (form) => {
        if (form.eventId) await updateHealthEvent(ctx, actor, petId, form.eventId, form);
        else await createHealthEvent(ctx, actor, petId, form);
        return back("petHealth.saved");
      }),
      remove: defineIntent(removeHealthForm, async ({ eventId }) => {
        await deleteHealthEvent(ctx, actor, petId, eventId);
        return back("petHealth.removed");
      }),
    },
    { files: true },
  );
}

export const handle = { i18n: ["petHealth", "pets"], title: "petHealth.title" };

export const shouldRevalidate = keepTypedValues;

interface EventFormProps {
  petId: string;
  /** Entry to edit; null for a new one. */
  event: HealthEvent | null;
  freshKey: string;
  today: string;
  answer: FormAnswer | undefined;
}

function EventForm({ petId, event, freshKey, today, answer }: EventFormProps) {
  const t = useT();
  const [form, fields] = useAppForm<HealthFields>({
    id: `health-${event?.id ?? "new"}`,
    intent: "save",
    answer,
    defaultValue: event
      ? { ...event, eventId: event.id, weightKg: event.weightKg === null ? undefined : String(event.weightKg) }
      : { key: freshKey, kind: "weight", day: today },
    // Only the server validates values.
    onValidate: ({ formData }) => parse(formData, { resolve: () => ({ value: {} as HealthFields }) }),
  });
  return (
    <AppForm
      form={form}
      values={{ key: fields.key.initialValue ?? "", eventId: fields.eventId.initialValue ?? "" }}
      encType="multipart/form-data"
      className="group/health grid grid-cols-1 gap-4"
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Field id={fields.kind.id} label={t("petHealth.kind")} errors={fields.kind.errors}>
          <NativeSelect {...getSelectProps(fields.kind)}>
            <Options values={healthKinds} label={(kind) => t(`petHealth.kinds.${kind}`)} />
          </NativeSelect>
        </Field>
        <LineField field={fields.day} label={t("petHealth.day")} type="date" last={today} needed />
      </div>
      <div className={fields.weightKg.errors ? "" : "hidden group-has-[option[value=weight]:checked]/health:block"}>
        <Field id={fields.weightKg.id} label={t("pets.fields.weightKg")} errors={fields.weightKg.errors}>
          <TextInput
            {...getInputProps(fields.weightKg, { type: "text" })}
            inputMode="decimal"
            ltr
            maxLength={20}
            autoComplete="off"
          />
        </Field>
      </div>
      <Field
        id={fields.title.id}
        label={t("petHealth.what")}
        hint={t("petHealth.whatHint")}
        errors={fields.title.errors}
      >
        <TextInput
          {...getInputProps(fields.title, { type: "text" })}
          maxLength={maxHealthLengths.title}
          dir="auto"
          autoComplete="off"
        />
      </Field>
      <ProseField field={fields.note} label={t("petHealth.note")} max={maxHealthLengths.note} />
      <PhotoField
        id={fields.photo.id}
        name="photo"
        label={t("petHealth.photo")}
        mark={t("form.optional")}
        errors={fields.photo.errors}
        title={t("pets.photo.title")}
        text={t("petHealth.photoText")}
        chooseLabel={t("pets.photo.choose")}
        currentSrc={event?.photoId ? photoUrl(event.photoId, 160) : null}
      />
      {event?.photoId && <Checkbox name="removePhoto" label={t("pets.fields.removePhoto")} />}
      <div className="flex flex-wrap gap-3">
        <SubmitButton>{t(event ? "pets.save" : "petHealth.add")}</SubmitButton>
        {event && (
          <ButtonLink to={href("/dashboard/pets/:petId/health", { petId })} variant="ghost">
            {t("pets.cancel")}
          </ButtonLink>
        )}
      </div>
    </AppForm>
  );
}

export default function HealthPage({ loaderData, actionData: answer }: Route.ComponentProps) {
  const t = useT();
  const { pet, events, total, page, pageCount, weights, editing, today, freshKey, canEdit } = loaderData;
  if (!pet && !answer) return <CaregivingEnded />;
  // On a phone, what is known comes before the form, unless an entry is being edited or there is none.
  const isFirst = Boolean(editing) || Boolean(answer) || total === 0;
  const path = [
    { label: t("pets.title"), to: href("/dashboard/pets") },
    ...(pet ? [{ label: pet.name, to: href("/dashboard/pets/:petId", { petId: pet.id }) }] : []),
  ];
  return (
    <div className="wrap-anywhere">
      <PageHeader
        title={pet ? t("petHealth.of", { name: pet.name }) : t("petHealth.title")}
        path={path}
        current={t("petHealth.title")}
        actions={
          canEdit &&
          !isFirst && (
            <a href="#entry" className={cx(buttonClass(), "lg:hidden")}>
              <Plus aria-hidden className="size-5" />
              {t("petHealth.addTitle")}
            </a>
          )
        }
      />
      <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[minmax(0,1fr)_minmax(20rem,26rem)]">
        <div className="grid grid-cols-1 gap-5">
          {weights.length > 0 && (
            <Card as="section">
              <CardHeader title={t("petHealth.chart")} />
              <WeightChart weights={weights} />
            </Card>
          )}
          <Card as="section">
            <CardHeader title={t("petHealth.timeline")} text={total > 0 && t("petHealth.count", { count: total })} />
            {total === 0 && <EmptyState title={t("petHealth.empty")} text={t("petHealth.emptyText")} level={3} />}
            <HealthTimeline
              events={events}
              actionsOf={canEdit ? (event) => <EntryActions event={event} page={page} /> : undefined}
            />
            <div className="mt-5">
              <Pager page={page} pageCount={pageCount} toPage={(number) => `?page=${number}`} />
            </div>
          </Card>
        </div>
        {canEdit && (
          <Card as="section" id="entry" className={cx("scroll-mt-20 print:hidden", isFirst && "max-lg:order-first")}>
            <CardHeader title={t(editing ? "petHealth.editTitle" : "petHealth.addTitle")} />
            {/* The key resets the form after each new entry, but not when the page reloads while the user is typing. */}
            <EventForm
              key={editing?.id ?? `new ${total}`}
              petId={pet?.id ?? ""}
              event={editing}
              freshKey={freshKey}
              today={today}
              answer={answer}
            />
          </Card>
        )}
      </div>
    </div>
  );
}

function EntryActions({ event, page }: { event: HealthEvent; page: number }) {
  const t = useT();
  const name = event.title ?? t(`petHealth.kinds.${event.kind}`);
  return (
    <>
      <Link
        to={`?edit=${event.id}&page=${page}`}
        aria-label={t("petHealth.editOf", { title: name })}
        className={buttonClass({ variant: "quiet", size: "sm", square: true })}
      >
        <Pencil aria-hidden className="size-5" />
      </Link>
      <AppForm intent="remove" values={{ eventId: event.id }}>
        <ConfirmDialog
          trigger={
            <IconButton type="submit" size="sm" aria-label={t("petHealth.removeOf", { title: name })}>
              <Trash aria-hidden />
            </IconButton>
          }
          title={t("petHealth.removeTitle", { title: name })}
          description={t("petHealth.removeText")}
          confirmLabel={t("petHealth.removeConfirm")}
          cancelLabel={t("pets.remove.keep")}
        />
      </AppForm>
    </>
  );
}
