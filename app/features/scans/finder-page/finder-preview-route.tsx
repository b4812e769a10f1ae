import { href } from "react-router";
import { requireUser, userOnly } from "#app/features/auth/guards.server.ts";
import { findNearbyClinics } from "#app/features/clinics/nearby-clinics.server.ts";
import { getPetAs } from "#app/features/pets/list/pet-list.server.ts";
import { getPublicPet } from "#app/features/pets/profile/public-pet.server.ts";
import { notFound } from "#app/platform/app-error.server.ts";
import { requestInfoContext } from "#app/platform/http/request-info.server.ts";
import type { Route } from "./+types/finder-preview-route";
import { readNear } from "./finder-clinics.server.tsx";
import { renderFinderPage } from "./finder-document.server.tsx";
import { getTitle } from "./finder-frame.server.ts";
import { LinkedView } from "./finder-views.server.tsx";
import { readAsFinder } from "./read-as-finder.server.ts";

export const middleware = [userOnly, readAsFinder];

/** Route that shows an owner or caregiver the page that a stranger gets by scanning the pet's tag. Records no scan. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const { ctx, actor } = await requireUser(request, context);
  const info = context.get(requestInfoContext);
  await getPetAs(ctx, actor, params.petId);
  const pet = await getPublicPet(ctx, params.petId);
  if (!pet) throw notFound();
  const { t, finderLanguage: language, nonce } = info;
  const pageContext = { t, language, token: null, rejected: null };
  const path = href("/dashboard/pets/:petId/finder-view", { petId: pet.id });
  return renderFinderPage({
    language,
    nonce,
    title: getTitle(info, { mark: null, pet }),
    children: (
      <LinkedView
        pageContext={{ ...pageContext, path }}
        pet={pet}
        isOwner={false}
        isSignedIn={false}
        isNotified
        notice={null}
        now={ctx.clock.now()}
        nearby={await findNearbyClinics(ctx, readNear(new URL(request.url).searchParams))}
      />
    ),
  });
}
