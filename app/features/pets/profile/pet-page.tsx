import ExternalLink from "lucide-react/icons/external-link";
import FileText from "lucide-react/icons/file-text";
import House from "lucide-react/icons/house";
import Megaphone from "lucide-react/icons/megaphone";
import Pencil from "lucide-react/icons/pencil";
import ScanLine from "lucide-react/icons/scan-line";
import Share from "lucide-react/icons/share-2";
import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { requireUser } from "#app/features/auth/guards.server.ts";
import { notFound } from "#app/platform/http/app-error.server.ts";
import { handleIntents, intent } from "#app/platform/http/forms/form.server.ts";
import { submitForm } from "#app/platform/http/forms/submit-form.ts";
import { useErrorToast } from "#app/platform/http/forms/use-error-toast.ts";
import { redirectWithToast } from "#app/platform/http/toast.server.ts";
import { ButtonLink } from "#app/platform/ui/button.tsx";
import { Breadcrumb } from "#app/platform/ui/page/breadcrumb.tsx";
import { PageHeader } from "#app/platform/ui/page/page-header.tsx";
import { canEditPet } from "../caregivers/caregivers.rules.ts";
import { listCaregiversOf } from "../caregivers/caregivers.server.ts";
import { listLatestHealthEvents } from "../health/health.server.ts";
import { listWeights } from "../health/weights.server.ts";
import { getPetAs } from "../list/cared-pets.server.ts";
import { photoForm } from "../pets.forms.server.ts";
import { deletePetPhoto, updatePetPhoto } from "../photos/pet-photo.server.ts";
import type { Route } from "./+types/pet-page";
import { CaregiverNotice, CaregiversCard } from "./caregivers-card.tsx";
import { FinderPreview } from "./finder-preview.tsx";
import { HealthCard } from "./health-card.tsx";
import { PhotoCard } from "./photo-card.tsx";
import { getPublicPet } from "./public-pet.server.ts";
import { AboutCard, CharacterCard, ContactsCard, MedicalCard, VetCard } from "./record-cards.tsx";

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const { ctx, actor } = await requireUser(request, context);
  const [found, forFinders] = await Promise.all([getPetAs(ctx, actor, params.petId), getPublicPet(ctx, params.petId)]);
  if (!forFinders) throw notFound();
  const { access, ownerName } = found;
  const { ownerId, version, createdAt, updatedAt, shown, ...pet } = found.pet;
  const [events, weights, caregivers] = await Promise.all([
    listLatestHealthEvents(ctx, pet.id, 3),
    listWeights(ctx, pet.id),
    access === "owner" ? listCaregiversOf(ctx, actor, pet.id) : [],
  ]);
  return {
    pet: { ...pet, isLost: forFinders.lost !== null },
    forFinders,
    events,
    weights,
    access,
    ownerName,
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

export const handle = { i18n: ["pets"], title: "pets.profile" };

export default function PetDetailsScreen({ loaderData, actionData: answer }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { pet, forFinders, events, weights, access, ownerName, caregivers } = loaderData;
  const isOwner = access === "owner";
  const canEdit = canEditPet(access);
  useErrorToast(answer);
  const path = [{ label: t("pets.title"), to: href("/dashboard/pets") }, { label: pet.name }];
  return (
    <div className="wrap-anywhere">
      <PageHeader
        title={<bdi>{pet.name}</bdi>}
        above={<Breadcrumb label={t("pets.path")} items={path} />}
        actions={
          <>
            {isOwner && (
              <ButtonLink
                to={`${href("/dashboard/lost-found/new")}?pet=${pet.id}`}
                variant={pet.isLost ? "lost" : "ghost"}
                icon={<Megaphone aria-hidden />}
              >
                {t(pet.isLost ? "pets.details.isLost" : "pets.details.reportLost")}
              </ButtonLink>
            )}
            <ButtonLink
              to={href("/dashboard/pets/:petId/card.pdf", { petId: pet.id })}
              reloadDocument
              variant="ghost"
              icon={<FileText aria-hidden />}
            >
              {t("pets.card.open")}
            </ButtonLink>
            {isOwner && (
              <ButtonLink
                to={href("/dashboard/pets/:petId/share", { petId: pet.id })}
                variant="ghost"
                icon={<Share aria-hidden />}
              >
                {t("pets.share.open")}
              </ButtonLink>
            )}
            {!isOwner && (
              <ButtonLink
                to={`${href("/dashboard/scan-records")}?pet=${pet.id}`}
                variant="ghost"
                icon={<ScanLine aria-hidden />}
              >
                {t("owner.scans")}
              </ButtonLink>
            )}
            <ButtonLink to={href("/pet/:petId", { petId: pet.id })} variant="ghost" icon={<ExternalLink aria-hidden />}>
              {t("pets.details.publicProfile")}
            </ButtonLink>
            {canEdit && (
              <ButtonLink to={href("/dashboard/pets/:petId/edit", { petId: pet.id })} icon={<Pencil aria-hidden />}>
                {t("pets.edit")}
              </ButtonLink>
            )}
          </>
        }
      />
      {!isOwner && <CaregiverNotice pet={pet} ownerName={ownerName} />}
      <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[minmax(0,1fr)_minmax(18rem,24rem)] print:grid-cols-1">
        <div className="grid grid-cols-1 gap-5">
          <PhotoCard pet={pet} answer={answer} canEdit={canEdit} />
          <AboutCard pet={pet} shared={!isOwner} />
          <CharacterCard pet={pet} shared={!isOwner} />
          <HealthCard petId={pet.id} events={events} weights={weights} isOwner={isOwner} />
          <MedicalCard pet={pet} shared={!isOwner} />
          <VetCard pet={pet} shared={!isOwner} />
          {isOwner && <ContactsCard pet={pet} />}
          {isOwner && <CaregiversCard pet={pet} caregivers={caregivers} />}
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
        <div className="print:hidden">
          <FinderPreview pet={forFinders} canChange={isOwner} />
        </div>
      </div>
    </div>
  );
}
