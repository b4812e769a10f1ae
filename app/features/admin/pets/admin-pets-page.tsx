import { href, Link } from "react-router";
import { UserLink } from "#app/features/admin-lists/admin-links.tsx";
import { AdminList } from "#app/features/admin-lists/admin-list.tsx";
import { selectionForm } from "#app/features/admin-lists/bulk/bulk.forms.server.ts";
import { getListPath, redirectToBulkRun, startBulkRun } from "#app/features/admin-lists/bulk/bulk-runs.server.ts";
import { readListState } from "#app/features/admin-lists/list-state.server.ts";
import { requireUser } from "#app/features/auth/guards.server.ts";
import { PetPhoto } from "#app/features/pets/cards/pet-photo.tsx";
import { petCorrection } from "#app/features/pets/pets.forms.server.ts";
import { adminPetStates, genders, maxLengths, petTypes } from "#app/features/pets/pets.rules.ts";
import { formatBreed } from "#app/features/pets/texts/breeds-and-colours.ts";
import { formatAnimal } from "#app/features/pets/texts/pet-texts.ts";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { AppError } from "#app/platform/app-error.server.ts";
import { defineIntent, handleIntents } from "#app/platform/http/forms/form.server.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import type { WordKey } from "#app/platform/i18n/words.ts";
import { ButtonLink } from "#app/platform/ui/button.tsx";
import { Chip } from "#app/platform/ui/chip.tsx";
import { Field } from "#app/platform/ui/forms/field.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { NativeSelect, Options, TextInput } from "#app/platform/ui/forms/text-input.tsx";
import { EmptyState } from "#app/platform/ui/lists/empty-state.tsx";
import { optionsOf } from "#app/platform/ui/lists/search-form.tsx";
import { Notice } from "#app/platform/ui/notice.tsx";
import type { Route } from "./+types/admin-pets-page";
import { correctPets, listAllPets, readPetSearch, selectPets } from "./admin-pets.server.ts";

export const handle = { i18n: ["adminPets", "pets"], title: "adminPets.title" satisfies WordKey };

export async function loader({ request, context }: Route.LoaderArgs) {
  const { ctx, actor } = await requireUser(request, context);
  const query = readPetSearch(request);
  return {
    ...(await readListState({ request, context }, actor, query)),
    ...(await listAllPets(ctx, actor, query)),
  };
}

export async function action(args: Route.ActionArgs) {
  const { ctx, actor } = await requireUser(args.request, args.context);
  const listPath = getListPath(args);
  return handleIntents(
    args,
    {
      correct: defineIntent(selectionForm.extend(petCorrection), async ({ ids, all, ...correction }) => {
        const params = Object.fromEntries(Object.entries(correction).filter(([, value]) => value));
        if (Object.keys(params).length === 0) throw new AppError("adminPets.bulk.nothing", 400);
        const subjects = await selectPets(ctx, actor, { ids, all }, readPetSearch(args.request));
        return redirectToBulkRun(listPath, await startBulkRun(ctx, actor, correctPets, { params, listPath, subjects }));
      }),
    },
    { failed: "adminPets.failed" },
  );
}

type Loaded = Awaited<ReturnType<typeof loader>>;

/** Page that lists all pets. */
export default function AdminPetsPage({ loaderData, actionData: answer }: Route.ComponentProps) {
  const { t, format } = useViewer();
  const all = (
    <ButtonLink to={href("/admin/pets")} variant="ghost" size="sm">
      {t("adminPets.showAll")}
    </ButtonLink>
  );
  return (
    <AdminList
      title={t("adminPets.title")}
      lead={t("adminPets.lead")}
      list={loaderData}
      search={{
        label: t("adminPets.search"),
        choices: [
          {
            name: "type",
            label: t("adminPets.type"),
            any: t("adminPets.allTypes"),
            options: optionsOf(petTypes, (one) => t(`pets.types.${one}`)),
          },
          {
            name: "state",
            label: t("adminPets.state"),
            options: optionsOf(adminPetStates, (one) => t(`adminPets.states.${one}`)),
          },
        ],
      }}
      bulk={{
        label: ({ name }) => t("adminPets.select", { name }),
        errors: Object.values(answer?.form.error ?? {}).flatMap((errors) => errors ?? []),
        actions: ({ count }) => <CorrectSelected count={count} />,
      }}
      csv={href("/admin/pets.csv")}
      count={{
        text: (count) => t("adminPets.count", { count }),
        moreThan: (number) => t("adminPets.moreThan", { number }),
      }}
      note={loaderData.owner && <Notice action={all}>{t("adminPets.ofOwner")}</Notice>}
      caption={t("adminPets.caption")}
      rows={loaderData.pets}
      rowKey={(pet) => pet.id}
      empty={<EmptyState inCard title={t("adminPets.none")} text={t("adminPets.noneText")} actions={all} />}
      columns={[
        { key: "pet", sort: "name", head: t("adminPets.pet"), primary: true, cell: (pet) => <PetCell pet={pet} /> },
        { key: "state", head: t("adminPets.state"), cell: (pet) => <State pet={pet} /> },
        {
          key: "owner",
          head: t("adminPets.owner"),
          cell: (pet) => <UserLink id={pet.ownerId} name={pet.ownerName} />,
        },
        {
          key: "added",
          sort: "added",
          head: t("adminPets.added"),
          cell: (pet) => <bdi>{format.date(pet.createdAt, "shortDate")}</bdi>,
        },
      ]}
    />
  );
}

function CorrectSelected({ count }: { count: number }) {
  const t = useT();
  return (
    <div className="flex w-full flex-wrap items-end gap-2">
      <Field label={t("adminPets.type")} className="w-56 max-sm:w-full">
        <NativeSelect name="type" defaultValue="">
          <option value="">{t("adminPets.bulk.keepType")}</option>
          <Options values={petTypes} label={(one) => t(`pets.types.${one}`)} />
        </NativeSelect>
      </Field>
      <Field label={t("pets.fields.gender")} className="w-56 max-sm:w-full">
        <NativeSelect name="gender" defaultValue="">
          <option value="">{t("adminPets.bulk.keepGender")}</option>
          <Options values={genders} label={(one) => t(`pets.genders.${one}`)} />
        </NativeSelect>
      </Field>
      <Field label={t("pets.fields.breed")} className="w-56 max-sm:w-full">
        <TextInput name="breed" dir="auto" maxLength={maxLengths.breed} placeholder={t("adminPets.bulk.breed")} />
      </Field>
      <SubmitButton size="sm" name="intent" value="correct">
        {t("adminPets.bulk.correct", { count })}
      </SubmitButton>
    </div>
  );
}

function PetCell({ pet }: { pet: Loaded["pets"][number] }) {
  const { t, language } = useViewer();
  const facts = [formatAnimal(t, pet, language), pet.breed && formatBreed(pet.breed, language)];
  return (
    <span className="flex items-center gap-3">
      <span className="size-11 shrink-0 overflow-hidden rounded-1">
        <PetPhoto pet={pet} sizes="3rem" />
      </span>
      <span>
        <Link to={href("/admin/pets/:petId", { petId: pet.id })} className="link">
          <bdi>{pet.name}</bdi>
        </Link>
        <span className="block text-xs font-normal text-ink-3">
          <bdi>{facts.filter(Boolean).join("\u00a0· ")}</bdi>
        </span>
      </span>
    </span>
  );
}

function State({ pet }: { pet: Loaded["pets"][number] }) {
  const t = useT();
  if (pet.removedAt) return <Chip>{t("adminPets.removed")}</Chip>;
  if (pet.lostSince) return <Chip tone="lost">{t("adminPets.lost")}</Chip>;
  return <Chip tone="ok">{t("adminPets.home")}</Chip>;
}
