import PawPrint from "lucide-react/icons/paw-print";
import Plus from "lucide-react/icons/plus";
import RotateCcw from "lucide-react/icons/rotate-ccw";
import Search from "lucide-react/icons/search";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Form, href, Link } from "react-router";
import { requireUser } from "#app/features/auth/guards.server.ts";
import { listCaredPets } from "#app/features/pets/list/cared-pets.server.ts";
import { listPetsPage } from "#app/features/pets/list/pet-list.server.ts";
import { getPetQuota } from "#app/features/pets/list/pet-quota.server.ts";
import { PlanUse } from "#app/features/pets/list/plan-use.tsx";
import { PetCard } from "#app/features/pets/pet-card.tsx";
import { getReach } from "#app/features/pets/reach/reach.server.ts";
import { ReachNotice } from "#app/features/pets/reach/reach-notice.tsx";
import { findRemovedPet } from "#app/features/pets/trash/removed-pets.server.ts";
import { listTaggedPets } from "#app/features/scans/recording/last-scans.server.ts";
import { asLine } from "#app/platform/i18n/plain-text.ts";
import { Button, ButtonLink } from "#app/platform/ui/button.tsx";
import { Chip } from "#app/platform/ui/chip.tsx";
import { AnimalDrawing } from "#app/platform/ui/drawings/animal-drawing.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { TextInput } from "#app/platform/ui/forms/text-input.tsx";
import { EmptyState } from "#app/platform/ui/lists/empty-state.tsx";
import { Pager } from "#app/platform/ui/lists/pager.tsx";
import { Notice } from "#app/platform/ui/notice.tsx";
import { PageHeader } from "#app/platform/ui/page/page-header.tsx";
import type { Route } from "./+types/pets-page";
import { TagState } from "./tag-state.tsx";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { ctx, actor } = await requireUser(request, context);
  const { searchParams } = new URL(request.url);
  const query = asLine(searchParams.get("q") ?? "").slice(0, 100);
  const page = Number.parseInt(searchParams.get("page") ?? "1", 10) || 1;
  const [listed, room, undo, cared, reach] = await Promise.all([
    listPetsPage(ctx, actor, { query, page }),
    getPetQuota(ctx, actor),
    findRemovedPet(ctx, actor, searchParams.get("removed")),
    listCaredPets(ctx, actor),
    getReach(ctx, actor),
  ]);
  const ids = listed.pets.map(({ id }) => id);
  return { ...listed, query, room, undo, cared, reach, tagged: await listTaggedPets(ctx, actor, ids) };
}

export const handle = { i18n: ["dashboard", "pets", "plans", "reach"], title: "pets.title" };

export default function PetsPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { pets, query, total, found, removed, page, pageCount, room, undo, cared, reach } = loaderData;
  const tagged = new Map(loaderData.tagged.map((pet) => [pet.petId, pet]));
  if (total === 0)
    return (
      <>
        <NoPets undo={undo && <UndoRemoval pet={undo} />} />
        <CaredPets pets={cared} />
        <RemovedLink count={removed} />
      </>
    );
  return (
    <>
      <ReachNotice reach={reach} />
      <PageHeader
        title={t("pets.title")}
        lead={<PlanUse room={room} />}
        actions={
          <ButtonLink to={href("/dashboard/pets/new")} icon={<Plus aria-hidden />}>
            {t("pets.add")}
          </ButtonLink>
        }
      />
      {undo && <UndoRemoval pet={undo} />}
      {(total > 3 || query) && <SearchBox query={query} />}
      {query && found > 0 && (
        <p role="status" className="mb-4 text-sm text-ink-2">
          {t("pets.found", { count: found })}
        </p>
      )}
      {found === 0 ? (
        <EmptyState
          inCard
          title={t("pets.noMatch.title", { query })}
          text={t("pets.noMatch.text")}
          actions={
            <ButtonLink to={href("/dashboard/pets")} variant="ghost">
              {t("pets.clearSearch")}
            </ButtonLink>
          }
        />
      ) : (
        <ul className="grid grid-cols-1 gap-2.5 sm:grid-cols-2 sm:gap-5 xl:grid-cols-3">
          {pets.map((pet) => (
            <PetCard key={pet.id} pet={pet}>
              {pet.isLost && <Chip tone="lost">{t("pets.lostNow")}</Chip>}
              <TagState tagged={tagged.get(pet.id)} />
            </PetCard>
          ))}
        </ul>
      )}
      <Pager
        label={t("form.pages")}
        page={page}
        pageCount={pageCount}
        toPage={(number) => `?${new URLSearchParams({ ...(query && { q: query }), page: String(number) })}`}
        previous={t("form.previous")}
        next={t("form.next")}
        pageLabel={(number) => t("form.page", { number })}
      />
      {!query && page === 1 && <CaredPets pets={cared} />}
      <RemovedLink count={removed} />
    </>
  );
}

/** Notice after removing a pet, with an undo button that works without JavaScript. */
function UndoRemoval({ pet }: { pet: { id: string; name: string } }) {
  const { t } = useTranslation();
  return (
    <Notice
      tone="sun"
      role="status"
      className="mb-6"
      title={t("pets.undo.title", { name: pet.name })}
      action={
        <Form method="post" action={href("/dashboard/pets/removed")}>
          <input type="hidden" name="petId" value={pet.id} />
          <SubmitButton name="intent" value="restore" size="sm" icon={<RotateCcw aria-hidden />}>
            {t("pets.undo.action")}
          </SubmitButton>
        </Form>
      }
    >
      <p>{t("pets.undo.text")}</p>
    </Notice>
  );
}

/**
 * Pets of other owners, each with the owner's first name; for those with notifications only, it links to an
 * explanation.
 */
function CaredPets({ pets }: { pets: Awaited<ReturnType<typeof listCaredPets>> }) {
  const { t } = useTranslation();
  if (pets.length === 0) return null;
  return (
    <section className="mt-10">
      <h2 className="mb-4 text-xl">{t("pets.caregivers.mine")}</h2>
      <ul className="grid grid-cols-1 gap-2.5 sm:grid-cols-2 sm:gap-5 xl:grid-cols-3">
        {pets.map(({ level, ownerName, ...pet }) => (
          <PetCard
            key={pet.id}
            pet={pet}
            level={3}
            to={href(level === "alerts" ? "/dashboard/pets/:petId/carers" : "/dashboard/pets/:petId", {
              petId: pet.id,
            })}
          >
            <Chip tone="brand">{t("pets.caregivers.with", { owner: `\u2068${ownerName}\u2069` })}</Chip>
          </PetCard>
        ))}
      </ul>
    </section>
  );
}

function RemovedLink({ count }: { count: number }) {
  const { t } = useTranslation();
  if (count === 0) return null;
  return (
    <p className="mt-8 text-center text-sm">
      <Link to={href("/dashboard/pets/removed")} className="link">
        {t("pets.removedPets.link", { count })}
      </Link>
    </p>
  );
}

function NoPets({ undo }: { undo: ReactNode }) {
  const { t } = useTranslation();
  return (
    <>
      <PageHeader title={t("pets.title")} lead={t("pets.lead")} />
      {undo}
      <EmptyState
        inCard
        drawing={<AnimalDrawing kind="dog" seed="first" />}
        title={t("pets.empty.title")}
        text={t("pets.empty.text")}
        actions={
          <ButtonLink to={href("/dashboard/pets/new")} variant="sun" size="lg" icon={<PawPrint aria-hidden />}>
            {t("pets.add")}
          </ButtonLink>
        }
      />
    </>
  );
}

function SearchBox({ query }: { query: string }) {
  const { t } = useTranslation();
  return (
    <Form role="search" className="mb-6 flex max-w-xl gap-3">
      <TextInput
        key={query}
        type="search"
        name="q"
        defaultValue={query}
        maxLength={100}
        aria-label={t("pets.search")}
        placeholder={t("pets.searchPlaceholder")}
        icon={<Search aria-hidden />}
      />
      <Button type="submit" variant="ghost">
        {t("form.search")}
      </Button>
    </Form>
  );
}
