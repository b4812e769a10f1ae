import { useTranslation } from "react-i18next";
import { href, Link } from "react-router";
import { AdminList } from "#app/features/admin-lists/admin-list.tsx";
import { requireUser } from "#app/features/auth/guards.server.ts";
import { breedInWords } from "#app/features/pets/known-looks.ts";
import { PetPhoto } from "#app/features/pets/pet-photo.tsx";
import { animalInWords } from "#app/features/pets/pet-words.ts";
import { adminPetStates, petTypes } from "#app/features/pets/pets.rules.ts";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { formatListOrder } from "#app/platform/http/list-query.ts";
import { formatDate } from "#app/platform/i18n/format.ts";
import { formatNumber } from "#app/platform/i18n/format-number.ts";
import type { WordKey } from "#app/platform/i18n/words.ts";
import { ButtonLink } from "#app/platform/ui/button.tsx";
import { Chip } from "#app/platform/ui/chip.tsx";
import { EmptyState } from "#app/platform/ui/lists/empty.tsx";
import { optionsOf } from "#app/platform/ui/lists/search-form.tsx";
import { Notice } from "#app/platform/ui/notice.tsx";
import type { Route } from "./+types/admin-pets-page";
import { listAllPets, readPetSearch } from "./admin-pets.server.ts";

export const handle = { i18n: ["adminPets", "pets"], title: "adminPets.title" satisfies WordKey };

export async function loader({ request, context }: Route.LoaderArgs) {
  const { ctx, actor } = await requireUser(request, context);
  const asked = readPetSearch(request);
  const today = new Intl.DateTimeFormat("en-CA", { timeZone: actor.timeZone }).format(ctx.clock.now());
  return { ...asked, ...(await listAllPets(ctx, actor, asked)), today };
}

type Loaded = Awaited<ReturnType<typeof loader>>;

/** Every pet of everybody. */
export default function AdminPets({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { language, timeZone } = useViewer();
  const { pets, total, isMore, page, pageCount, search, type, state, owner, from, to, order, today } = loaderData;
  const number = (value: number) => formatNumber(value, language);
  const filters = new URLSearchParams(
    Object.entries({ q: search, type, state, owner, from, to }).flatMap(([name, value]) =>
      value ? [[name, value]] : [],
    ),
  );
  const all = (
    <ButtonLink to={href("/admin/pets")} variant="ghost" size="sm">
      {t("adminPets.showAll")}
    </ButtonLink>
  );
  return (
    <AdminList
      title={t("adminPets.title")}
      lead={t("adminPets.lead")}
      search={{
        label: t("adminPets.search"),
        value: search,
        filters: [
          {
            name: "type",
            label: t("adminPets.type"),
            value: type,
            any: t("adminPets.allTypes"),
            options: optionsOf(petTypes, (one) => t(`pets.types.${one}`)),
          },
          {
            name: "state",
            label: t("adminPets.state"),
            value: state ?? "live",
            options: optionsOf(adminPetStates, (one) => t(`adminPets.states.${one}`)),
          },
        ],
        days: { from, to, today },
      }}
      kept={{ owner, sort: formatListOrder(order) }}
      order={order}
      csv={`${href("/admin/pets.csv")}?${filters}`}
      count={isMore ? t("adminPets.moreThan", { number: number(total) }) : t("adminPets.count", { count: total })}
      note={owner && <Notice action={all}>{t("adminPets.ofOwner")}</Notice>}
      caption={t("adminPets.caption")}
      rows={pets}
      rowKey={(pet) => pet.id}
      empty={<EmptyState inCard title={t("adminPets.none")} text={t("adminPets.noneText")} actions={all} />}
      columns={[
        { key: "pet", head: t("adminPets.pet"), primary: true, cell: (pet) => <What pet={pet} /> },
        { key: "state", head: t("adminPets.state"), cell: (pet) => <State pet={pet} /> },
        {
          key: "owner",
          head: t("adminPets.owner"),
          cell: (pet) => (
            <Link to={href("/admin/users/:userId", { userId: pet.ownerId })} className="link">
              <bdi>{pet.ownerName}</bdi>
            </Link>
          ),
        },
        {
          key: "added",
          sort: "added",
          head: t("adminPets.added"),
          cell: (pet) => <bdi>{formatDate(pet.createdAt, language, timeZone, "shortDate")}</bdi>,
        },
      ]}
      paging={{ page, pageCount }}
    />
  );
}

function What({ pet }: { pet: Loaded["pets"][number] }) {
  const { t } = useTranslation();
  const { language } = useViewer();
  const facts = [animalInWords(t, pet), pet.breed && breedInWords(pet.breed, language)];
  return (
    <span className="flex items-center gap-3">
      <span className="size-11 shrink-0 overflow-hidden rounded-1">
        <PetPhoto pet={pet} width={160} />
      </span>
      <span>
        <Link to={href("/admin/pets/:petId", { petId: pet.id })} className="link">
          <bdi>{pet.name}</bdi>
        </Link>
        <span className="block text-xs font-normal text-ink-3">
          <bdi>{facts.filter(Boolean).join(" · ")}</bdi>
        </span>
      </span>
    </span>
  );
}

function State({ pet }: { pet: Loaded["pets"][number] }) {
  const { t } = useTranslation();
  if (pet.removedAt) return <Chip>{t("adminPets.removed")}</Chip>;
  if (pet.lostSince) return <Chip tone="lost">{t("adminPets.lost")}</Chip>;
  return <Chip tone="ok">{t("adminPets.home")}</Chip>;
}
