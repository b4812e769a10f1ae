import { type DefaultValue, parse } from "@conform-to/react";
import Trash from "lucide-react/icons/trash";
import { lazy, Suspense } from "react";
import { data, href, redirect, useLoaderData } from "react-router";
import { requireUser } from "#app/features/auth/guards.server.ts";
import { createId } from "#app/platform/db/uuid.server.ts";
import { defineIntent, emptyForm, type FormAnswer, handleIntents } from "#app/platform/http/forms/form.server.ts";
import { safePath } from "#app/platform/http/safe-path.ts";
import { redirectWithToast } from "#app/platform/http/toast.server.ts";
import { dayIn } from "#app/platform/i18n/dates/wall-clock.rules.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { ButtonLink } from "#app/platform/ui/button.tsx";
import { Card, CardHeader } from "#app/platform/ui/card.tsx";
import { PartMissing } from "#app/platform/ui/connection/part-missing.tsx";
import { AppForm } from "#app/platform/ui/forms/app-form.tsx";
import { FormStep, StepsBar, useSteps } from "#app/platform/ui/forms/form-step.tsx";
import { SaveBar, SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { useAppForm } from "#app/platform/ui/forms/use-app-form.ts";
import { ConfirmDialog } from "#app/platform/ui/overlays/confirm-dialog.tsx";
import { PageHeader } from "#app/platform/ui/page/page-header.tsx";
import { CaregivingEnded } from "../caregivers/caregiving-ended.tsx";
import { canEditPet } from "../caregivers.rules.ts";
import { getContactConsents } from "../contacts/contact-consent.server.ts";
import { keepTypedValues } from "../keep-typed-values.ts";
import { getPetAs } from "../list/pet-list.server.ts";
import { PlanFull } from "../list/plan-use.tsx";
import { isCaregivingOver } from "../pet-access.server.ts";
import { getPetQuota } from "../pet-quota.server.ts";
import { comparedFields, createPetForm, type PetFields } from "../pets.forms.server.ts";
import { shownAtFirst } from "../pets.rules.ts";
import { createPet, type PetWithRecords, updatePet } from "../pets.server.ts";
import { PhotoFields } from "../photos/photo-fields.tsx";
import { deletePet } from "../trash/removed-pets.server.ts";
import type { Route } from "./+types/pet-form-page";
import { AppearanceFields, DetailFields, NameFields, Visibility } from "./about-section.tsx";
import { ContactsSection } from "./contacts-section.tsx";
import { type Difference, differencesOf } from "./edit-conflict.rules.ts";
import { EditConflict } from "./edit-conflict.tsx";
import { FormProblems } from "./form-problems.tsx";
import { DietField, FinderFields, MedicalSection, MicrochipSection, VetSection } from "./record-sections.tsx";

// Loaded lazily with its drawing, because it is seldom shown.
const PlanFullPage = lazy(() => import("./plan-full-page.tsx").catch(() => ({ default: PartMissing })));

/** Default values of a new pet's form, with the safe choice of what finders see. */
const newPetValues: DefaultValue<PetFields> = { gender: "unknown", shown: [...shownAtFirst] };

function valuesOf(pet: PetWithRecords): DefaultValue<PetFields> {
  const { id, ownerId, createdAt, updatedAt, photoId, neutered, medical, vet, ...rest } = pet;
  const { petId: _, ...record } = medical ?? { petId: "" };
  const { petId: __, ...doctor } = vet ?? { petId: "" };
  return {
    ...rest,
    neutered: neutered === null ? undefined : neutered ? "yes" : "no",
    weightKg: rest.weightKg === null ? undefined : String(rest.weightKg),
    medical: record,
    vet: doctor,
  };
}

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const { ctx, actor } = await requireUser(request, context);
  const today = dayIn(ctx.clock.now(), actor.timeZone);
  if (!params.petId) {
    const { plan, canAdd } = await getPetQuota(ctx, actor);
    const values = { ...newPetValues, key: createId() };
    return { pet: null, values, consents: {}, today, full: canAdd ? null : plan, isOwner: true, isOver: false };
  }
  if (await isCaregivingOver(ctx, actor, params.petId)) {
    const nothing = { pet: null, values: {}, consents: {}, today, full: null, isOwner: false, isOver: true };
    return data(nothing, { status: 403 });
  }
  const { pet, access } = await getPetAs(ctx, actor, params.petId, canEditPet);
  const { id, name, photoId, photoFocusX, photoFocusY } = pet;
  const shown = { id, name, photoId, focus: { x: photoFocusX, y: photoFocusY } };
  const values = valuesOf(pet);
  return {
    pet: shown,
    values: { ...values, base: JSON.stringify(values) },
    consents: access === "owner" ? await getContactConsents(ctx, actor.id, pet.contacts) : {},
    today,
    full: null,
    isOwner: access === "owner",
    isOver: false,
  };
}

export async function action(args: Route.ActionArgs) {
  const { ctx, actor } = await requireUser(args.request, args.context);
  const { petId } = args.params;
  const today = dayIn(ctx.clock.now(), actor.timeZone);
  const answer = await handleIntents(
    args,
    {
      save: defineIntent(createPetForm(today, actor.country), async (form) => {
        const { name } = form;
        if (petId) await updatePet(ctx, actor, petId, form);
        const id = petId ?? (await createPet(ctx, actor, form));
        const code = petId ? "pets.changed" : "pets.added";
        // A user who came from a tag returns to it, to link the new pet.
        const back = safePath(new URL(args.request.url).searchParams.get("to"), "");
        const to = back || href("/dashboard/pets/:petId", { petId: id });
        const link = petId || back ? undefined : ({ code: "pets.linkTag", to: href("/dashboard/tags") } as const);
        return redirectWithToast(to, { type: "success", code, params: { name }, ...(link && { link }) });
      }),
      ...(petId && {
        remove: defineIntent(emptyForm, async () => {
          await deletePet(ctx, actor, petId);
          return redirect(`${href("/dashboard/pets")}?removed=${petId}`, 303);
        }),
      }),
    },
    { files: true, lists: ["contacts"] },
  );
  if (!petId || answer instanceof Response || !answer.data.form.error?.version) return answer;
  const { pet: now } = await getPetAs(ctx, actor, petId, canEditPet);
  const mine = answer.data.form.initialValue;
  const stale = {
    version: now.version,
    differences: differencesOf(comparedFields, parseBase(mine?.base), valuesOf(now), mine),
  };
  return data({ ...answer.data, stale }, answer.init ?? undefined);
}

/** Parses the hidden field with the form's initial values; null when it was tampered with. */
function parseBase(base: unknown): unknown {
  try {
    return JSON.parse(String(base));
  } catch {
    return null;
  }
}

type Answer = FormAnswer & { stale?: { version: number; differences: Difference[] } };

export const handle = { i18n: ["petForm", "pets", "plans"], title: "pets.profile" };

export const shouldRevalidate = keepTypedValues;

function RemovePet({ name }: { name: string }) {
  const t = useT();
  return (
    <Card as="section" tone="sunken" className="mt-10">
      <CardHeader title={t("pets.remove.section")} text={t("pets.remove.text", { name })} />
      <AppForm intent="remove">
        <ConfirmDialog
          trigger={
            <SubmitButton variant="ghost" icon={<Trash aria-hidden />}>
              {t("pets.remove.action")}
            </SubmitButton>
          }
          title={t("pets.remove.title", { name })}
          description={t("pets.remove.text", { name })}
          confirmLabel={t("pets.remove.confirm")}
          cancelLabel={t("pets.remove.keep")}
        />
      </AppForm>
    </Card>
  );
}

export default function PetFormPage({ loaderData, actionData: answer }: Route.ComponentProps) {
  const t = useT();
  const { pet, full, isOwner, isOver } = loaderData;
  if (isOver && !answer) return <CaregivingEnded />;
  const title = pet ? t("pets.editOf", { name: pet.name }) : t(isOver ? "pets.edit" : "pets.new");
  const path = [
    { label: t("pets.title"), to: href("/dashboard/pets") },
    ...(pet ? [{ label: pet.name, to: href("/dashboard/pets/:petId", { petId: pet.id }) }] : []),
  ];
  return (
    <div className="mx-auto max-w-3xl wrap-anywhere">
      <PageHeader title={title} path={path} current={t(pet || isOver ? "pets.edit" : "pets.new")} />
      {full && !answer ? (
        <Suspense>
          <PlanFullPage message={t(`plans.full.${full}`)} />
        </Suspense>
      ) : (
        <PetForm key={pet?.id} answer={answer} />
      )}
      {pet && isOwner && <RemovePet name={pet.name} />}
    </div>
  );
}

function PetForm({ answer }: { answer: Answer | undefined }) {
  const t = useT();
  const { pet, values, consents, today, isOwner, isOver } = useLoaderData<typeof loader>();
  const [form, fields] = useAppForm<PetFields>({
    id: pet ? `pet-${pet.id}` : "pet-new",
    intent: "save",
    answer,
    defaultValue: values,
    // Only the server validates values; the client only adds and moves contacts.
    onValidate: ({ formData }) => parse(formData, { resolve: () => ({ value: {} as PetFields }) }),
    draft: pet || isOver ? null : "pet-new",
    prepareDraft(kept) {
      const contacts = kept.filter(([name]) => /^contacts\[\d+\]\.name$/.test(name)).length;
      for (let index = 0; index < contacts; index++) form.metadata.insert({ name: fields.contacts.name });
    },
  });
  const planFull = form.metadata.allErrors.plan?.[0];
  const [first, second, third] = useSteps();
  // All steps are shown when editing a profile, restoring a draft or correcting errors.
  const isWhole = pet !== null || isOver || form.draft.isRestored || Object.keys(form.metadata.allErrors).length > 0;
  const Bar = isWhole ? SaveBar : StepsBar;
  return (
    <AppForm
      form={form}
      values={{
        key: fields.key.initialValue ?? "",
        version: answer?.stale?.version ?? fields.version.initialValue ?? "",
        base: fields.base.initialValue ?? "",
      }}
      encType="multipart/form-data"
      draftLacks={t("pets.draftPhotos")}
      className="grid grid-cols-1 gap-4 md:gap-5"
    >
      {/* Makes Enter save instead of triggering the first button of the contacts. */}
      <button type="submit" tabIndex={-1} aria-hidden="true" className="sr-only" />
      {planFull && <PlanFull message={planFull} />}
      {answer?.stale ? (
        <EditConflict message={t("pets.changedMeanwhile")} differences={answer.stale.differences} />
      ) : (
        fields.theirs
          .getFieldList()
          .map(({ key, name, initialValue }) => (
            <input key={key} type="hidden" name={name} value={String(initialValue ?? "")} />
          ))
      )}
      <FormProblems form={form.metadata} />
      <FormStep
        number={1}
        title={t("petForm.steps.name")}
        text={t("petForm.steps.nameText")}
        open
        ref={first}
        next={{ step: second, title: t("petForm.steps.finder") }}
      >
        <div className="grid gap-3">
          <PhotoFields
            id={fields.photo.id}
            errors={fields.photo.errors}
            photoId={pet?.photoId ?? null}
            focus={{
              x: Number(fields.photoFocusX.initialValue ?? 50),
              y: Number(fields.photoFocusY.initialValue ?? 50),
            }}
          />
          <Visibility fields={fields} item="photo" isOwner={isOwner} />
        </div>
        <NameFields fields={fields} />
      </FormStep>
      <FormStep
        number={2}
        id="for-finders"
        title={t("petForm.steps.finder")}
        text={t("petForm.steps.finderText")}
        open={isWhole}
        ref={second}
        next={{ step: third, title: t("petForm.steps.rest") }}
      >
        <p className="text-sm text-ink-2">
          {t("pets.items.always")} {t("petForm.sections.shown.text")}
        </p>
        <AppearanceFields fields={fields} isOwner={isOwner} />
        <FinderFields fields={fields} isOwner={isOwner} />
      </FormStep>
      <FormStep
        number={3}
        id="rest"
        title={t("petForm.steps.rest")}
        text={t("petForm.steps.restText")}
        open={isWhole}
        ref={third}
      >
        <DetailFields fields={fields} isOwner={isOwner} />
        <DietField fields={fields} isOwner={isOwner} />
        <MicrochipSection fields={fields} today={today} />
        <MedicalSection fields={fields} today={today} isOwner={isOwner} />
        <VetSection fields={fields} isOwner={isOwner} />
        {isOwner && <ContactsSection form={form.metadata} fields={fields} consents={consents} />}
      </FormStep>
      <Bar>
        <ButtonLink
          to={pet ? href("/dashboard/pets/:petId", { petId: pet.id }) : href("/dashboard/pets")}
          variant="ghost"
        >
          {t("pets.cancel")}
        </ButtonLink>
        <SubmitButton>{t(pet || isOver ? "pets.save" : "pets.saveNew")}</SubmitButton>
      </Bar>
    </AppForm>
  );
}
