import { requireUser, userOnly } from "#app/features/auth/guards.server.ts";
import { requestInfoContext } from "#app/platform/http/request-info.server.ts";
import { dayIn } from "#app/platform/i18n/dates/wall-clock.rules.ts";
import { getPetAs } from "../list/pet-list.server.ts";
import type { Route } from "./+types/pet-card-file";
import { renderPetCard } from "./pet-card-pdf.server.ts";

export const middleware = [userOnly];

const cards = { name: "pet-cards", points: 60, span: 600 };

/**
 * Route that returns the pet's card for the vet as a PDF, to its owner and to caregivers who may read the record, in
 * the reader's language or that of `?lang=`.
 */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const { ctx, actor } = await requireUser(request, context);
  const { language } = context.get(requestInfoContext);
  const { pet, access, ownerName: firstName } = await getPetAs(ctx, actor, params.petId);
  await ctx.limits.take(cards, actor.id);
  const today = dayIn(ctx.clock.now(), actor.timeZone);
  const ownerName = access === "owner" ? `${actor.firstName} ${actor.lastName}`.trim() : firstName;
  const bytes = await renderPetCard(ctx, pet, language, { today, ownerName });
  const name = encodeURIComponent(`aleef-${pet.name}.pdf`);
  return new Response(new Uint8Array(bytes), {
    headers: {
      "content-type": "application/pdf",
      "content-disposition": `inline; filename="aleef.pdf"; filename*=UTF-8''${name}`,
      "cache-control": "private, no-store",
    },
  });
}
