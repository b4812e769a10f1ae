import Siren from "lucide-react/icons/siren";
import { useTranslation } from "react-i18next";
import { href, Link } from "react-router";
import { PetPhoto, type PetPortrait } from "#app/features/pets/pet-photo.tsx";
import { ButtonLink, buttonClass } from "#app/platform/ui/button.tsx";

const atHand = 8;

/** "My pet is lost" button: opens the report form for the only pet, or a choice of several; also without JavaScript. */
export function LostButton({ pets }: { pets: readonly (PetPortrait & { name: string })[] }) {
  const { t } = useTranslation();
  const report = href("/dashboard/lost-found/new");
  const icon = <Siren aria-hidden />;
  const [only] = pets;
  if (pets.length <= 1 || pets.length > atHand) {
    const choice =
      pets.length > 1 ? href("/dashboard/lost-found") : `${report}?${only ? `pet=${only.id}` : "kind=lost"}`;
    return (
      <ButtonLink to={choice} variant="lost" icon={icon}>
        {t("dashboard.actions.lost")}
      </ButtonLink>
    );
  }
  return (
    <details className="relative" name="menu">
      <summary
        className={`${buttonClass({ variant: "lost" })} cursor-pointer list-none [&::-webkit-details-marker]:hidden`}
      >
        <Siren aria-hidden className="size-5" />
        {t("dashboard.actions.lost")}
      </summary>
      <div className="absolute start-0 z-20 mt-2 grid w-72 max-w-[calc(100vw-40px)] gap-1 rounded-2 border border-line bg-surface p-3 shadow-2 md:start-auto md:end-0">
        <p className="px-2 pb-1 text-sm font-semibold">{t("dashboard.actions.lostWhich")}</p>
        {pets.map((pet) => (
          <Link
            key={pet.id}
            to={`${report}?pet=${pet.id}`}
            className="flex min-h-14 items-center gap-3 rounded-1 px-2 py-1.5 font-semibold hover:bg-lost-soft"
          >
            <span className="size-11 shrink-0 overflow-hidden rounded-full">
              <PetPhoto pet={pet} width={160} />
            </span>
            <bdi className="min-w-0 truncate">{pet.name}</bdi>
          </Link>
        ))}
      </div>
    </details>
  );
}
