import { getSelectProps } from "@conform-to/react";
import ExternalLink from "lucide-react/icons/external-link";
import { href, Link, useLoaderData } from "react-router";
import { TagLink, UserLink } from "#app/features/admin-lists/admin-links.tsx";
import { RelatedCard, RelatedRow } from "#app/features/admin-lists/related-card.tsx";
import { AuditHistory } from "#app/features/audit-log/audit-line.tsx";
import { requireUser } from "#app/features/auth/guards.server.ts";
import { formatState, toneOf } from "#app/features/lost-found/report-texts.ts";
import { PetPhoto } from "#app/features/pets/cards/pet-photo.tsx";
import { HabitField } from "#app/features/pets/form/habit-field.tsx";
import { correctionForm } from "#app/features/pets/pets.forms.server.ts";
import {
  type Gender,
  genders,
  habitOf,
  maxLengths,
  type PetHabit,
  type PetType,
  petTypes,
} from "#app/features/pets/pets.rules.ts";
import { formatBreed, formatColor } from "#app/features/pets/texts/breeds-and-colours.ts";
import { formatAnimal } from "#app/features/pets/texts/pet-texts.ts";
import { TagChips } from "#app/features/tags/manage/tag-chips.tsx";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { type FormAnswer, handleForm } from "#app/platform/http/forms/form.server.ts";
import { useOpenedVersion } from "#app/platform/http/forms/use-opened-version.ts";
import { requestInfoContext } from "#app/platform/http/request-info.server.ts";
import { redirectWithToast } from "#app/platform/http/toast.server.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import type { WordKey } from "#app/platform/i18n/words.ts";
import { ButtonLink } from "#app/platform/ui/button.tsx";
import { Card, CardHeader } from "#app/platform/ui/card.tsx";
import { Chip } from "#app/platform/ui/chip.tsx";
import { AppForm } from "#app/platform/ui/forms/app-form.tsx";
import { Field } from "#app/platform/ui/forms/field.tsx";
import { FormErrors } from "#app/platform/ui/forms/form-errors.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { LineField } from "#app/platform/ui/forms/text-fields.tsx";
import { NativeSelect, Options } from "#app/platform/ui/forms/text-input.tsx";
import { useAppForm } from "#app/platform/ui/forms/use-app-form.ts";
import { DescriptionList } from "#app/platform/ui/lists/description-list.tsx";
import { Ltr } from "#app/platform/ui/ltr.tsx";
import { Notice } from "#app/platform/ui/notice.tsx";
import { PageHeader } from "#app/platform/ui/page/page-header.tsx";
import type { Route } from "./+types/admin-pet-page";
import { getPetFacts, updatePetAsAdmin } from "./admin-pets.server.ts";

export const handle = {
  i18n: ["adminPets", "audit", "lostFound", "pets", "replacement", "tags"],
  title: "adminPets.title" satisfies WordKey,
};

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const { ctx, actor } = await requireUser(request, context);
  return getPetFacts(ctx, actor, params.petId, context.get(requestInfoContext).language);
}

export async function action(args: Route.ActionArgs) {
  const { ctx, actor } = await requireUser(args.request, args.context);
  const { petId } = args.params;
  return handleForm(
    args,
    correctionForm,
    async (form) => {
      await updatePetAsAdmin(ctx, actor, petId, form);
      return redirectWithToast(href("/admin/pets/:petId", { petId }), "adminPets.corrected");
    },
    { failed: "adminPets.failed" },
  );
}

interface Corrected {
  id: string;
  version: number;
  name: string;
  type: PetType;
  otherType: string | null;
  breed: string | null;
  gender: Gender;
  habit: PetHabit | null;
  color: string | null;
}

type Fields = Record<"version" | "name" | "type" | "otherType" | "breed" | "gender" | "habit" | "color", string>;

function CorrectForm({ pet, answer }: { pet: Corrected; answer: FormAnswer | undefined }) {
  const t = useT();
  const { name, type, gender } = pet;
  const version = useOpenedVersion(pet.version, answer);
  const [form, fields] = useAppForm<Fields>({
    id: `correct-${version}`,
    answer,
    defaultValue: {
      name,
      type,
      gender,
      otherType: pet.otherType ?? "",
      breed: pet.breed ?? "",
      habit: pet.habit ?? "",
      color: pet.color ?? "",
    },
  });
  const late = (fields.version.errors ?? []).map((message) => ({ message }));
  return (
    <Card as="section">
      <CardHeader title={t("adminPets.correct")} text={t("adminPets.correctText")} />
      <AppForm form={form} values={{ version }} className="grid gap-4">
        <FormErrors errors={late} />
        <LineField field={fields.name} label={t("pets.fields.name")} max={maxLengths.name} needed />
        <Field id={fields.type.id} label={t("adminPets.type")} errors={fields.type.errors}>
          <NativeSelect {...getSelectProps(fields.type)} key={fields.type.key}>
            <Options values={petTypes} label={(one) => t(`pets.types.${one}`)} />
          </NativeSelect>
        </Field>
        <LineField field={fields.otherType} label={t("pets.fields.otherType")} max={maxLengths.otherType} />
        <LineField field={fields.breed} label={t("pets.fields.breed")} max={maxLengths.breed} />
        <LineField field={fields.color} label={t("pets.fields.color")} max={maxLengths.color} />
        <Field id={fields.gender.id} label={t("pets.fields.gender")} errors={fields.gender.errors}>
          <NativeSelect {...getSelectProps(fields.gender)} key={fields.gender.key}>
            <Options values={genders} label={(one) => t(`pets.genders.${one}`)} />
          </NativeSelect>
        </Field>
        <HabitField fields={fields} />
        <SubmitButton className="justify-self-start">{t("adminPets.save")}</SubmitButton>
      </AppForm>
    </Card>
  );
}

/** Page of one pet: public data, owner, tags and reports, and the form to correct it. */
export default function AdminPetPage({ loaderData, actionData: answer }: Route.ComponentProps) {
  const t = useT();
  const { pet, history } = loaderData;
  const version = useOpenedVersion(pet.version, answer);
  return (
    <div className="wrap-anywhere">
      <PageHeader
        path={[{ label: t("adminPets.title"), to: href("/admin/pets") }]}
        title={<bdi>{pet.name}</bdi>}
        lead={pet.lostSince && !pet.removedAt ? <Chip tone="lost">{t("adminPets.lost")}</Chip> : undefined}
        actions={
          !pet.removedAt && (
            <ButtonLink to={href("/pet/:petId", { petId: pet.id })} variant="ghost" icon={<ExternalLink aria-hidden />}>
              {t("adminPets.publicPage")}
            </ButtonLink>
          )
        }
      />
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid gap-6">
          <Facts />
          <Tags />
          <Reports />
          <AuditHistory lines={history} title={t("adminPets.history")} none={t("adminPets.noHistory")} />
        </div>
        {pet.removedAt ? (
          <Notice title={t("adminPets.removed")}>{t("adminPets.removedText")}</Notice>
        ) : (
          <CorrectForm key={version} pet={pet} answer={answer} />
        )}
      </div>
    </div>
  );
}

function Facts() {
  const { t, format, language } = useViewer();
  const { pet } = useLoaderData<typeof loader>();
  const habit = habitOf(pet);
  const day = (when: Date) => <bdi>{format.date(when)}</bdi>;
  const owner = (
    <span className="grid justify-items-end">
      <UserLink id={pet.ownerId} name={pet.ownerName} />
      <Ltr className="text-xs font-normal text-ink-3">{pet.ownerEmail}</Ltr>
    </span>
  );
  return (
    <Card as="section">
      <CardHeader title={t("adminPets.facts")} />
      <div className="grid items-start gap-5 sm:grid-cols-[10rem_1fr]">
        <div className="aspect-square overflow-hidden rounded-2">
          <PetPhoto pet={pet} sizes="(min-width: 40rem) 10rem, 90vw" eager />
        </div>
        <DescriptionList
          items={[
            { term: t("adminPets.owner"), detail: owner },
            { term: t("adminPets.type"), detail: <bdi>{formatAnimal(t, pet, language)}</bdi> },
            { term: t("pets.fields.breed"), detail: pet.breed && <bdi>{formatBreed(pet.breed, language)}</bdi> },
            { term: t("pets.fields.color"), detail: pet.color && <bdi>{formatColor(pet.color, language)}</bdi> },
            { term: t("pets.fields.gender"), detail: t(`pets.genders.${pet.gender}`) },
            { term: t("pets.fields.habit"), detail: habit && t(`pets.habit.${habit}`) },
            { term: t("adminPets.added"), detail: day(pet.createdAt) },
            { term: t("adminPets.lostSince"), detail: pet.lostSince && day(pet.lostSince) },
            { term: t("adminPets.removedSince"), detail: pet.removedAt && day(pet.removedAt) },
          ]}
        />
      </div>
    </Card>
  );
}

function Tags() {
  const t = useT();
  const { tags } = useLoaderData<typeof loader>();
  return (
    <RelatedCard title={t("adminPets.tags")} none={t("adminPets.noTags")} count={tags.length}>
      {tags.map((tag) => (
        <RelatedRow key={tag.id}>
          <TagLink id={tag.id} code={tag.code} />
          <TagChips tag={tag} />
        </RelatedRow>
      ))}
    </RelatedCard>
  );
}

function Reports() {
  const { t, format } = useViewer();
  const { reports } = useLoaderData<typeof loader>();
  return (
    <RelatedCard title={t("adminPets.reports")} none={t("adminPets.noReports")} count={reports.length}>
      {reports.map((report) => (
        <RelatedRow key={report.id}>
          <Link to={href("/admin/lost-found/:reportId", { reportId: report.id })} className="link">
            <bdi>{format.date(report.createdAt)}</bdi>
          </Link>
          <Chip tone={toneOf(report)}>{formatState(t, report)}</Chip>
        </RelatedRow>
      ))}
    </RelatedCard>
  );
}
