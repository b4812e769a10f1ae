import PawPrint from "lucide-react/icons/paw-print";
import Plus from "lucide-react/icons/plus";
import Search from "lucide-react/icons/search";
import { useTranslation } from "react-i18next";
import { Form, type LoaderFunctionArgs, useLoaderData } from "react-router";
import { insiderOf } from "#app/features/accounts/actor.server.ts";
import { Button, ButtonLink } from "#app/platform/ui/button.tsx";
import { AnimalDrawing } from "#app/platform/ui/drawings/animal-drawing.tsx";
import { EmptyState } from "#app/platform/ui/empty.tsx";
import { PageHeader } from "#app/platform/ui/page-header.tsx";
import { Pager } from "#app/platform/ui/pager.tsx";
import { TextInput } from "#app/platform/ui/text-input.tsx";
import { PetCard } from "../pet-card.tsx";
import { petRoom } from "../pet-room.server.ts";
import { matchesPet } from "../pets.rules.ts";
import { listPets } from "../pets.server.ts";
import { PlanUse } from "./plan-use.tsx";

const perPage = 24;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { world, actor } = await insiderOf(request, context);
  const { searchParams } = new URL(request.url);
  const query = (searchParams.get("q") ?? "").slice(0, 100).trim();
  const [all, room] = await Promise.all([listPets(world, actor), petRoom(world, actor)]);
  const found = query ? all.filter((pet) => matchesPet(query, pet)) : all;
  const pageCount = Math.max(1, Math.ceil(found.length / perPage));
  const asked = Number.parseInt(searchParams.get("page") ?? "1", 10);
  const page = Math.min(Math.max(1, asked || 1), pageCount);
  const pets = found.slice((page - 1) * perPage, page * perPage);
  return { pets, query, total: all.length, found: found.length, page, pageCount, room };
}

export const handle = { title: "pets.title" };

export default function PetListScreen() {
  const { t } = useTranslation();
  const { pets, query, total, found, page, pageCount, room } = useLoaderData<typeof loader>();
  if (total === 0) return <NoPets />;
  return (
    <>
      <PageHeader
        title={t("pets.title")}
        lead={<PlanUse room={room} />}
        actions={
          <ButtonLink to="/dashboard/pets/new" icon={<Plus aria-hidden />}>
            {t("pets.add")}
          </ButtonLink>
        }
      />
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
            <ButtonLink to="/dashboard/pets" variant="ghost">
              {t("pets.clearSearch")}
            </ButtonLink>
          }
        />
      ) : (
        <ul className="grid gap-5 sm:grid-cols-2 xl:grid-cols-3">
          {pets.map((pet) => (
            <PetCard key={pet.id} pet={pet} />
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
    </>
  );
}

function NoPets() {
  const { t } = useTranslation();
  return (
    <>
      <PageHeader title={t("pets.title")} lead={t("pets.lead")} />
      <EmptyState
        inCard
        drawing={<AnimalDrawing kind="dog" seed="first" />}
        title={t("pets.empty.title")}
        text={t("pets.empty.text")}
        actions={
          <ButtonLink to="/dashboard/pets/new" variant="sun" size="lg" icon={<PawPrint aria-hidden />}>
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
