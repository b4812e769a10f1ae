import type { LoaderFunctionArgs } from "react-router";
import { requireUser } from "#app/features/auth/guards.server.ts";
import { listPets } from "#app/features/pets/list/pet-list.server.ts";
import { getReach } from "#app/features/pets/reach/reach.server.ts";
import { listAwaitedReplacements } from "../replacement/replacements.server.ts";
import { listTags } from "./list-tags.server.ts";
import { readTagSearch } from "./tag-search.server.ts";

/** Returns the data of both views of an owner's tags: the tags that the URL selects, and the available options. */
export async function getTagsView({ request, context }: LoaderFunctionArgs, pageSize: number) {
  const { ctx, actor } = await requireUser(request, context);
  const query = new URL(request.url).searchParams;
  const asked = readTagSearch(query);
  const [found, pets, awaited, reach] = await Promise.all([
    listTags(ctx, actor, { ...asked, pageSize }),
    listPets(ctx, actor),
    listAwaitedReplacements(ctx, actor),
    getReach(ctx, actor),
  ]);
  const { search = "", state = null, petId = null, order } = asked;
  return {
    ...found,
    asked: { search, state, petId, order, isNarrowed: Boolean(search || state || petId) },
    code: (query.get("code") ?? "").slice(0, 60),
    awaited,
    reach,
    pets: pets.map(({ id, name }) => ({ id, name })),
    publicUrl: ctx.settings.publicUrl,
  };
}

export type TagsView = Awaited<ReturnType<typeof getTagsView>>;
