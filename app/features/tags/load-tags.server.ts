import type { LoaderFunctionArgs } from "react-router";
import { insiderOf } from "#app/features/accounts/actor.server.ts";
import { listPets } from "#app/features/pets/pet-list.server.ts";
import { listTags } from "./list-tags.server.ts";
import { listAwaited } from "./replacements.server.ts";
import { readTagSearch } from "./tag-search.server.ts";

/** What both views of an owner's tags show: the tags that the address asks for, and what one chooses from. */
export async function loadTags({ request, context }: LoaderFunctionArgs, pageSize: number) {
  const { world, actor } = await insiderOf(request, context);
  const query = new URL(request.url).searchParams;
  const asked = readTagSearch(query);
  const [found, pets, awaited] = await Promise.all([
    listTags(world, actor, { ...asked, pageSize }),
    listPets(world, actor),
    listAwaited(world, actor),
  ]);
  const { search = "", state = null, petId = null, order } = asked;
  return {
    ...found,
    asked: { search, state, petId, order, isNarrowed: Boolean(search || state || petId) },
    code: (query.get("code") ?? "").slice(0, 60),
    awaited,
    pets: pets.map(({ id, name }) => ({ id, name })),
    publicUrl: world.settings.publicUrl,
  };
}

export type TagsView = Awaited<ReturnType<typeof loadTags>>;
