import House from "lucide-react/icons/house";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { requireUser } from "#app/features/auth/guards.server.ts";
import { notFound } from "#app/platform/http/app-error.server.ts";
import { handleIntents, intent } from "#app/platform/http/forms/form.server.ts";
import { submitForm } from "#app/platform/http/forms/submit-form.ts";
import { useErrorToast } from "#app/platform/http/forms/use-error-toast.ts";
import { redirectWithToast } from "#app/platform/http/toast.server.ts";
import { ButtonLink } from "#app/platform/ui/button.tsx";
import { canEditPet } from "../caregivers/caregivers.rules.ts";
import { listCaregiversOf } from "../caregivers/caregivers.server.ts";
import { listLatestHealthEvents } from "../health/health.server.ts";
import { listWeights } from "../health/weights.server.ts";
import { getPetAs } from "../list/cared-pets.server.ts";
import { photoForm } from "../pets.forms.server.ts";
import { deletePetPhoto, updatePetPhoto } from "../photos/pet-photo.server.ts";
import { getReach } from "../reach/reach.server.ts";
import { ReachNotice } from "../reach/reach-notice.tsx";
import type { Route } from "./+types/pet-page";
import { CaregiverNotice, CaregiversCard } from "./caregivers-card.tsx";
import { FinderPreview } from "./finder-preview.tsx";
import { HealthCard } from "./health-card.tsx";
import { PetHeader, petParts } from "./pet-header.tsx";
import { PhotoCard } from "./photo-card.tsx";
import { getPublicPet } from "./public-pet.server.ts";
import { AboutCard, CharacterCard, ContactsCard, MedicalCard, VetCard } from "./record-cards.tsx";

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const { ctx, actor } = await requireUser(request, context);
  const [found, forFinders] = await Promise.all([getPetAs(ctx, actor, params.petId), getPublicPet(ctx, params.petId)]);
  if (!forFinders) throw notFound();
  const { access, ownerName } = found;
  const { ownerId, version, createdAt, updatedAt, shown, ...pet } = found.pet;
  const [events, weights, caregivers, reach] = await Promise.all([
    listLatestHealthEvents(ctx, pet.id, 3),
    listWeights(ctx, pet.id),
    access === "owner" ? listCaregiversOf(ctx, actor, pet.id) : [],
    access === "owner" ? getReach(ctx, actor) : null,
  ]);
  return {
    pet: { ...pet, isLost: forFinders.lost !== null },
    forFinders,
    events,
    weights,
    access,
    ownerName,
    reach,
    caregivers: caregivers.filter(({ state }) => state === "caring").map(({ name, email }) => name || email),
  };
}

export async function action(args: Route.ActionArgs) {
  const { ctx, actor } = await requireUser(args.request, args.context);
  const { petId } = args.params;
  return handleIntents(
    args,
    {
      photo: intent(photoForm, async (form) => {
        const isRemoved = form.removePhoto && !form.photo;
        const name = isRemoved
          ? await deletePetPhoto(ctx, actor, petId)
          : await updatePetPhoto(ctx, actor, petId, form);
        const code = isRemoved ? "pets.photoRemoved" : "pets.photoChanged";
        return redirectWithToast(href("/dashboard/pets/:petId", { petId }), {
          type: "success",
          code,
          params: { name },
        });
      }),
    },
    { files: true },
  );
}

export const clientAction = submitForm;

export const handle = { i18n: ["pets", "reach"], title: "pets.profile" };

export default function PetPage({ loaderData, actionData: answer }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { pet, forFinders, events, weights, access, ownerName, caregivers, reach } = loaderData;
  const isOwner = access === "owner";
  const canEdit = canEditPet(access);
  useErrorToast(answer);
  return (
    <div className="wrap-anywhere">
      <PetHeader pet={pet} access={access} />
      {reach && <ReachNotice reach={reach} />}
      {!isOwner && <CaregiverNotice pet={pet} ownerName={ownerName} />}
      <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[minmax(0,1fr)_minmax(18rem,24rem)] print:grid-cols-1">
        <div className="grid grid-cols-1 gap-5">
          <PhotoCard pet={pet} answer={answer} canEdit={canEdit} />
          <Part id={petParts.about}>
            <AboutCard pet={pet} shared={!isOwner} />
            <CharacterCard pet={pet} shared={!isOwner} />
          </Part>
          <Part id={petParts.health}>
            <HealthCard petId={pet.id} events={events} weights={weights} isOwner={isOwner} />
            <MedicalCard pet={pet} shared={!isOwner} />
            <VetCard pet={pet} shared={!isOwner} />
          </Part>
          {isOwner && (
            <Part id={petParts.people}>
              <ContactsCard pet={pet} />
              <CaregiversCard pet={pet} caregivers={caregivers} />
            </Part>
          )}
          {isOwner && (
            <div className="print:hidden">
              <ButtonLink
                to={href("/dashboard/pets/:petId/transfer", { petId: pet.id })}
                variant="ghost"
                size="sm"
                icon={<House aria-hidden className="size-5" />}
              >
                {t("pets.details.giveAway")}
              </ButtonLink>
            </div>
          )}
        </div>
        <div id={petParts.finder} className="scroll-mt-20 print:hidden">
          <FinderPreview pet={forFinders} canChange={isOwner} />
        </div>
      </div>
    </div>
  );
}

/** Section of the page that the header's links jump to. */
function Part({ id, children }: { id: string; children: ReactNode }) {
  return (
    <div id={id} className="grid scroll-mt-20 grid-cols-1 gap-5">
      {children}
    </div>
  );
}
