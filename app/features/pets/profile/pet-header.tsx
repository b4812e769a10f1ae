import FileText from "lucide-react/icons/file-text";
import Globe from "lucide-react/icons/globe";
import Megaphone from "lucide-react/icons/megaphone";
import Pencil from "lucide-react/icons/pencil";
import ScanLine from "lucide-react/icons/scan-line";
import Share from "lucide-react/icons/share-2";
import { href, Link } from "react-router";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { ButtonLink } from "#app/platform/ui/button.tsx";
import { Menu } from "#app/platform/ui/overlays/menu.tsx";
import { Breadcrumb } from "#app/platform/ui/page/breadcrumb.tsx";
import { morphTarget } from "#app/platform/ui/use-morph.ts";
import { breedInWords } from "../breeds-and-colours.ts";
import { canEditPet, type PetAccess } from "../caregivers.rules.ts";
import { PetPhoto, type PetPortrait } from "../pet-photo.tsx";
import { animalInWords } from "../pet-words.ts";

type HeadedPet = PetPortrait & { name: string; otherType: string | null; breed: string | null; isLost: boolean };

/** Anchor ids of the sections of a pet's page, shared by the header's links and the sections. */
export const petParts = { about: "about", health: "health", people: "people", finder: "finder" } as const;

/** Header of a pet's page: photo, name, primary button, menu of the other actions, and links to the sections. */
export function PetHeader({ pet, access }: { pet: HeadedPet; access: PetAccess }) {
  const t = useT();
  const { language } = useViewer();
  const isOwner = access === "owner";
  const path = [{ label: t("pets.title"), to: href("/dashboard/pets") }, { label: pet.name }];
  const kind = [animalInWords(t, pet, language), pet.breed && breedInWords(pet.breed, language)].filter(Boolean);
  return (
    <header className="mb-5 grid grid-cols-1 gap-3 md:mb-8">
      <div className="print:hidden">
        <Breadcrumb items={path} />
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <div
          className="size-16 shrink-0 overflow-hidden rounded-2 bg-brand-soft md:hidden print:hidden"
          style={morphTarget(pet.id)}
        >
          <PetPhoto pet={pet} alt={t("pets.photo.alt", { name: pet.name })} width={160} eager />
        </div>
        <div className="min-w-0 flex-1 md:flex-[1_1_16rem]">
          <h1 className="text-[1.75rem] leading-tight md:text-2xl md:tracking-[-.01em]">
            <bdi>{pet.name}</bdi>
          </h1>
          <p className="text-sm text-ink-2">
            <bdi>{kind.join(" · ")}</bdi>
          </p>
        </div>
        <div className="flex min-w-0 items-center gap-3 max-md:contents print:hidden">
          {isOwner && (
            <ButtonLink
              to={`${href("/dashboard/lost-found/new")}?pet=${pet.id}`}
              variant="lost"
              className="min-w-0 shrink! max-md:order-last max-md:w-full"
              icon={<Megaphone aria-hidden />}
            >
              {t(pet.isLost ? "pets.details.isLost" : "pets.details.reportLost", { name: pet.name })}
            </ButtonLink>
          )}
          {canEditPet(access) && <EditLink petId={pet.id} className="max-md:hidden" />}
          <div className="print:hidden">
            <PetMenu petId={pet.id} access={access} />
          </div>
        </div>
      </div>
      <nav
        aria-label={t("pets.details.parts")}
        className="fade-more -mx-5 overflow-x-auto px-5 py-1 [scrollbar-width:none] lg:hidden print:hidden"
      >
        <ul className="inline-flex min-w-max gap-2">
          {Object.values(petParts)
            .filter((part) => isOwner || part !== "people")
            .map((part) => (
              <li key={part}>
                <Link to={`#${part}`} className={chip}>
                  {t(`pets.details.part.${part}`)}
                </Link>
              </li>
            ))}
          {isOwner && (
            <li>
              <Link to={href("/dashboard/tags")} className={chip}>
                {t("pets.details.part.tags")}
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

function EditLink({ petId, className, inMenu }: { petId: string; className: string; inMenu?: boolean }) {
  const t = useT();
  return (
    <ButtonLink
      to={href("/dashboard/pets/:petId/edit", { petId })}
      variant="ghost"
      size={inMenu ? "sm" : "md"}
      full={inMenu}
      className={className}
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
    <Menu label={t("pets.details.more")}>
      {canEditPet(access) && <EditLink petId={petId} className="md:hidden" inMenu />}
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
          {t("pets.share.open")}
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
        {t("pets.details.publicProfile")}
      </ButtonLink>
    </Menu>
  );
}
