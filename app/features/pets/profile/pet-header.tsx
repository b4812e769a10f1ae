import FileText from "lucide-react/icons/file-text";
import Globe from "lucide-react/icons/globe";
import Pencil from "lucide-react/icons/pencil";
import ScanLine from "lucide-react/icons/scan-line";
import Share from "lucide-react/icons/share-2";
import Siren from "lucide-react/icons/siren";
import { href, Link } from "react-router";
import { useViewer } from "#app/features/users/use-viewer.ts";
import type { FormAnswer } from "#app/platform/http/forms/form.server.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { ButtonLink } from "#app/platform/ui/button.tsx";
import { Chip } from "#app/platform/ui/chip.tsx";
import { Menu } from "#app/platform/ui/overlays/menu.tsx";
import { Breadcrumb } from "#app/platform/ui/page/breadcrumb.tsx";
import { transitionTarget } from "#app/platform/ui/use-transition-style.ts";
import { PetPhoto, type PetPortrait } from "../cards/pet-photo.tsx";
import { canEditPet, type PetAccess } from "../caregivers.rules.ts";
import type { Gender } from "../pets.rules.ts";
import { formatBreed } from "../texts/breeds-and-colours.ts";
import { formatAnimal } from "../texts/pet-texts.ts";
import { PhotoBadge } from "./photo-badge.tsx";

type HeadedPet = PetPortrait & {
  name: string;
  otherType: string | null;
  breed: string | null;
  gender: Gender;
  isLost: boolean;
};

/** Anchor ids of the sections of a pet's page, shared by the header's links and the sections. */
export const petParts = { about: "about", health: "health", people: "people", finder: "finder" } as const;

/**
 * Header of a pet's page: photo with a camera to change it, name, what it is, the buttons to report it lost and to edit,
 * a menu of the other actions, and links to the sections.
 */
export function PetHeader({
  pet,
  access,
  answer,
  savedAt,
}: {
  pet: HeadedPet;
  access: PetAccess;
  answer?: FormAnswer;
  /** When the pet was last changed. */
  savedAt: number;
}) {
  const { t, language } = useViewer();
  const isOwner = access === "owner";
  const canEdit = canEditPet(access);
  const path = [{ label: t("pets.title"), to: href("/dashboard/pets") }, { label: pet.name }];
  const kinds = [
    formatAnimal(t, pet, language),
    pet.breed && formatBreed(pet.breed, language),
    pet.gender !== "unknown" && t(`pets.genders.${pet.gender}`),
  ].filter(Boolean);
  return (
    <header className="mb-5 grid grid-cols-1 gap-3 md:mb-8">
      <div className="print:hidden">
        <Breadcrumb items={path} />
      </div>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-4">
        <div className="relative size-30 shrink-0 max-[20rem]:size-20">
          <div className="size-full overflow-hidden rounded-full bg-brand-soft" style={transitionTarget(pet.id)}>
            <PetPhoto pet={pet} alt={t("pets.photo.alt", { name: pet.name })} sizes="7.5rem" eager />
          </div>
          {canEdit && <PhotoBadge pet={pet} answer={answer} savedAt={savedAt} />}
        </div>
        <div className="grid min-w-0 flex-1 gap-2 md:flex-[1_1_16rem]">
          <h1 className="text-[1.75rem] leading-tight md:text-2xl md:tracking-[-.01em]">
            <bdi>{pet.name}</bdi>
          </h1>
          <ul className="flex flex-wrap gap-1.5">
            {pet.isLost && (
              <li className="max-w-full">
                <Chip tone="lost" dot>
                  {t("petDetails.isLost")}
                </Chip>
              </li>
            )}
            {kinds.map((kind) => (
              <li key={String(kind)} className="max-w-full">
                <Chip>
                  <bdi>{kind}</bdi>
                </Chip>
              </li>
            ))}
          </ul>
        </div>
        <div className="flex min-w-0 items-center gap-2.5 max-md:w-full print:hidden">
          {isOwner && (
            <ButtonLink
              to={`${href("/dashboard/lost-found/new")}?pet=${pet.id}`}
              variant={pet.isLost ? "ghost" : "report"}
              className="min-w-0 shrink! max-md:flex-1 max-md:px-3"
              icon={<Siren aria-hidden />}
            >
              {t(pet.isLost ? "petDetails.openReport" : "petDetails.reportLost")}
            </ButtonLink>
          )}
          {canEdit && <EditLink petId={pet.id} />}
          <div className="print:hidden">
            <PetMenu petId={pet.id} access={access} />
          </div>
        </div>
      </div>
      <nav
        aria-label={t("petDetails.parts")}
        className="fade-more -mx-5 overflow-x-auto px-5 py-1 [scrollbar-width:none] lg:hidden print:hidden"
      >
        <ul className="inline-flex min-w-max gap-2">
          {Object.values(petParts)
            .filter((part) => isOwner || part !== "people")
            .map((part) => (
              <li key={part}>
                <Link to={`#${part}`} className={chip}>
                  {t(`petDetails.part.${part}`)}
                </Link>
              </li>
            ))}
          {isOwner && (
            <li>
              <Link to={href("/dashboard/tags")} className={chip}>
                {t("petDetails.part.tags")}
              </Link>
            </li>
          )}
        </ul>
      </nav>
    </header>
  );
}

const chip =
  "flex min-h-10 items-center rounded-full border border-line bg-surface px-4 text-sm hover:border-edge focus-visible:outline-offset-0";

function EditLink({ petId }: { petId: string }) {
  const t = useT();
  return (
    <ButtonLink
      to={href("/dashboard/pets/:petId/edit", { petId })}
      variant="ghost"
      className="min-w-0 shrink! max-md:flex-1 max-md:px-3"
      icon={<Pencil aria-hidden />}
    >
      {t("pets.edit")}
    </ButtonLink>
  );
}

/** Menu of the less frequent actions. */
function PetMenu({ petId, access }: { petId: string; access: PetAccess }) {
  const t = useT();
  const buttonStyle = { variant: "ghost", size: "sm", full: true } as const;
  return (
    <Menu label={t("petDetails.more")}>
      <ButtonLink
        {...buttonStyle}
        to={href("/dashboard/pets/:petId/card.pdf", { petId })}
        reloadDocument
        icon={<FileText aria-hidden />}
      >
        {t("pets.card.open")}
      </ButtonLink>
      {access === "owner" ? (
        <ButtonLink {...buttonStyle} to={href("/dashboard/pets/:petId/share", { petId })} icon={<Share aria-hidden />}>
          {t("petDetails.share")}
        </ButtonLink>
      ) : (
        <ButtonLink
          {...buttonStyle}
          to={`${href("/dashboard/scan-records")}?pet=${petId}`}
          icon={<ScanLine aria-hidden />}
        >
          {t("owner.scans")}
        </ButtonLink>
      )}
      <ButtonLink {...buttonStyle} to={href("/pet/:petId", { petId })} icon={<Globe aria-hidden />}>
        {t("petDetails.publicProfile")}
      </ButtonLink>
    </Menu>
  );
}
