// /dashboard/pets: not in pets, because it shows tags, scans and reports, which come after pets in the order.
import PawPrint from "lucide-react/icons/paw-print";
import Plus from "lucide-react/icons/plus";
import RotateCcw from "lucide-react/icons/rotate-ccw";
import Search from "lucide-react/icons/search";
import type { ReactNode } from "react";
import { Form, href, Link } from "react-router";
import { requireUser } from "#app/features/auth/guards.server.ts";
import { listOffersTo } from "#app/features/pet-transfers/transfers.server.ts";
import { PetPhoto, type PetPortrait } from "#app/features/pets/cards/pet-photo.tsx";
import { listInvitationsTo } from "#app/features/pets/caregivers/caregiver-invitations.server.ts";
import { listCaredPets, listPetsPage } from "#app/features/pets/list/pet-list.server.ts";
import { PlanUse } from "#app/features/pets/list/plan-use.tsx";
import { getPetQuota } from "#app/features/pets/pet-quota.server.ts";
import { ageOn } from "#app/features/pets/pets.rules.ts";
import { getReachability } from "#app/features/pets/reachability/reachability.server.ts";
import { ReachabilityNotice } from "#app/features/pets/reachability/reachability-notice.tsx";
import { formatBreed } from "#app/features/pets/texts/breeds-and-colours.ts";
import { formatAge, formatAnimal } from "#app/features/pets/texts/pet-texts.ts";
import { findRemovedPet } from "#app/features/pets/trash/removed-pets.server.ts";
import { listTaggedPets, type TaggedPet } from "#app/features/scans/recording/last-scans.server.ts";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { dayIn } from "#app/platform/i18n/dates/wall-clock.rules.ts";
import { asLine } from "#app/platform/i18n/text/plain-text.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { Button, ButtonLink } from "#app/platform/ui/button.tsx";
import { Card } from "#app/platform/ui/card.tsx";
import { Chip } from "#app/platform/ui/chip.tsx";
import { AnimalDrawing } from "#app/platform/ui/drawings/animal-drawing.tsx";
import { AppForm } from "#app/platform/ui/forms/app-form.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { TextInput } from "#app/platform/ui/forms/text-input.tsx";
import { EmptyState } from "#app/platform/ui/lists/empty-state.tsx";
import { Pager } from "#app/platform/ui/lists/pager.tsx";
import { Notice } from "#app/platform/ui/notice.tsx";
import { PageHeader } from "#app/platform/ui/page/page-header.tsx";
import { useTransitionStyle } from "#app/platform/ui/use-transition-style.ts";
import type { Route } from "./+types/pets-page";
import { OfferedPets } from "./offered-pets.tsx";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { ctx, actor } = await requireUser(request, context);
  const { searchParams } = new URL(request.url);
  const query = asLine(searchParams.get("q") ?? "").slice(0, 100);
  const page = Number.parseInt(searchParams.get("page") ?? "1", 10) || 1;
  const [listed, room, undo, cared, reachability, offers, invitations] = await Promise.all([
    listPetsPage(ctx, actor, { query, page }),
    getPetQuota(ctx, actor),
    findRemovedPet(ctx, actor, searchParams.get("removed")),
    listCaredPets(ctx, actor),
    getReachability(ctx, actor),
    listOffersTo(ctx, actor),
    listInvitationsTo(ctx, actor),
  ]);
  const ids = listed.pets.map(({ id }) => id);
  const tagged = await listTaggedPets(ctx, actor, ids);
  return { ...listed, query, room, undo, cared, reachability, offers, invitations, tagged };
}

export const handle = {
  i18n: ["dashboard", "offeredPets", "pets", "plans", "reachability"],
  title: "pets.title",
};

/** State of the pet's tag and its last scan; without a tag, a link to get one. */
function TagState({ tagged }: { tagged: TaggedPet | undefined }) {
  const { t, format } = useViewer();
  if (!tagged)
    return (
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <Chip tone="sun">{t("dashboard.pets.noTag")}</Chip>
        <Link to={href("/dashboard/tags")} prefetch="intent" className="link">
          {t("dashboard.pets.link")}
        </Link>
      </span>
    );
  const { scannedAt } = tagged;
  return (
    <span className="flex items-center gap-1.5 text-xs text-ink-2">
      <span aria-hidden="true" className="size-2 shrink-0 rounded-full bg-ok" />
      {scannedAt ? t("dashboard.pets.scanned", { ago: format.ago(scannedAt) }) : t("dashboard.pets.linked")}
    </span>
  );
}

interface PetCardPet extends PetPortrait {
  name: string;
  otherType: string | null;
  breed: string | null;
  birthdate: string | null;
}

/**
 * A pet as a row on phones and a card on wider screens, linking to its page or to `to`. Children are rendered as chips.
 */
function PetCard({
  pet,
  to = href("/dashboard/pets/:petId", { petId: pet.id }),
  level = 2,
  eager = false,
  children,
}: {
  pet: PetCardPet;
  to?: string;
  level?: 2 | 3;
  /** Loads the photo first; for those on the first screen. */
  eager?: boolean;
  children?: ReactNode;
}) {
  const { t, language, now, timeZone } = useViewer();
  const age = pet.birthdate && ageOn(pet.birthdate, dayIn(new Date(now), timeZone));
  const Heading = `h${level}` as const;
  const facts = [
    pet.breed ? formatBreed(pet.breed, language) : formatAnimal(t, pet, language),
    age && formatAge(t, age),
  ].filter(Boolean);
  return (
    <Card as="li" pad="none" lift className="group flex overflow-hidden wrap-anywhere max-sm:items-center sm:flex-col">
      <div
        className="overflow-hidden bg-brand-soft max-sm:ms-3 max-sm:size-14 max-sm:shrink-0 max-sm:rounded-[16px] sm:aspect-[4/3]"
        style={useTransitionStyle(pet.id, to)}
      >
        <PetPhoto
          pet={pet}
          sizes="(min-width: 64rem) 24rem, (min-width: 40rem) 45vw, 3.5rem"
          eager={eager}
          className="transition duration-500 group-hover:scale-[1.03] motion-reduce:transform-none"
        />
      </div>
      <div className="grid min-w-0 flex-1 content-start gap-0.5 px-3 py-2.5 leading-snug sm:gap-2 sm:p-5 sm:leading-[inherit]">
        <Heading className="text-base sm:text-lg">
          <Link to={to} prefetch="intent" viewTransition className="stretched">
            <bdi>{pet.name}</bdi>
          </Link>
        </Heading>
        <p className="text-sm text-ink-2">
          {facts.map((fact, index) => (
            <span key={String(fact)}>
              {index > 0 && <span aria-hidden="true">{"\u00a0· "}</span>}
              <bdi>{fact}</bdi>
            </span>
          ))}
        </p>
        {children && <div className="relative flex flex-wrap gap-2 empty:hidden max-sm:mt-1">{children}</div>}
      </div>
    </Card>
  );
}

export default function PetsPage({ loaderData }: Route.ComponentProps) {
  const t = useT();
  const { pets, query, total, found, removed, page, pageCount, room, undo, cared, reachability } = loaderData;
  const { offers, invitations } = loaderData;
  const tagged = new Map(loaderData.tagged.map((pet) => [pet.petId, pet]));
  if (total === 0)
    return (
      <>
        <OfferedPets offers={offers} invitations={invitations} />
        <NoPets undo={undo && <UndoRemoval pet={undo} />} />
        <CaredPets pets={cared} />
        <RemovedLink count={removed} />
      </>
    );
  return (
    <>
      <ReachabilityNotice reachability={reachability} />
      <OfferedPets offers={offers} invitations={invitations} />
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
          {pets.map((pet, place) => (
            <PetCard key={pet.id} pet={pet} eager={place === 0}>
              {pet.isLost && <Chip tone="lost">{t("pets.lostNow")}</Chip>}
              <TagState tagged={tagged.get(pet.id)} />
            </PetCard>
          ))}
        </ul>
      )}
      <Pager
        page={page}
        pageCount={pageCount}
        toPage={(number) => `?${new URLSearchParams({ ...(query && { q: query }), page: String(number) })}`}
      />
      {!query && page === 1 && <CaredPets pets={cared} />}
      <RemovedLink count={removed} />
    </>
  );
}

/** Notice after removing a pet, with an undo button that works without JavaScript. */
function UndoRemoval({ pet }: { pet: { id: string; name: string } }) {
  const t = useT();
  return (
    <Notice
      tone="sun"
      role="status"
      className="mb-6"
      title={t("pets.undo.title", { name: pet.name })}
      action={
        <AppForm intent="restore" values={{ petId: pet.id }} action={href("/dashboard/pets/removed")}>
          <SubmitButton size="sm" icon={<RotateCcw aria-hidden />}>
            {t("pets.undo.action")}
          </SubmitButton>
        </AppForm>
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
  const t = useT();
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
            to={href(level === "alerts" ? "/dashboard/pets/:petId/caregivers" : "/dashboard/pets/:petId", {
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
  const t = useT();
  if (count === 0) return null;
  return (
    <p className="mt-8 text-center text-sm">
      <Link to={href("/dashboard/pets/removed")} className="link">
        {t("pets.removedLink", { count })}
      </Link>
    </p>
  );
}

function NoPets({ undo }: { undo: ReactNode }) {
  const t = useT();
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
          <ButtonLink to={href("/dashboard/pets/new")} size="lg" icon={<PawPrint aria-hidden />}>
            {t("pets.add")}
          </ButtonLink>
        }
      />
    </>
  );
}

function SearchBox({ query }: { query: string }) {
  const t = useT();
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
