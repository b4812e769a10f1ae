import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { href, Link } from "react-router";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { dayIn } from "#app/platform/i18n/time-zones.rules.ts";
import { Card } from "#app/platform/ui/card.tsx";
import { useMorph } from "#app/platform/ui/use-morph.ts";
import { breedInWords } from "./breeds-and-colours.ts";
import { PetPhoto, type PetPortrait } from "./pet-photo.tsx";
import { ageInWords, animalInWords } from "./pet-words.ts";
import { ageOn } from "./pets.rules.ts";

export interface PetCardPet extends PetPortrait {
  name: string;
  otherType: string | null;
  breed: string | null;
  birthdate: string | null;
}

/**
 * A pet as a row on phones and a card on wider screens, linking to its page or to `to`. Children are rendered as chips.
 */
export function PetCard({
  pet,
  to = href("/dashboard/pets/:petId", { petId: pet.id }),
  level = 2,
  children,
}: {
  pet: PetCardPet;
  to?: string;
  level?: 2 | 3;
  children?: ReactNode;
}) {
  const { t } = useTranslation();
  const { language, now, timeZone } = useViewer();
  const age = pet.birthdate && ageOn(pet.birthdate, dayIn(new Date(now), timeZone));
  const Heading = `h${level}` as const;
  const facts = [
    pet.breed ? breedInWords(pet.breed, language) : animalInWords(t, pet, language),
    age && ageInWords(t, age),
  ].filter(Boolean);
  return (
    <Card as="li" pad="none" lift className="group flex overflow-hidden wrap-anywhere max-sm:items-center sm:flex-col">
      <div
        className="overflow-hidden bg-brand-soft max-sm:ms-3 max-sm:size-14 max-sm:shrink-0 max-sm:rounded-[16px] sm:aspect-[4/3]"
        style={useMorph(pet.id, to)}
      >
        <PetPhoto pet={pet} className="transition duration-500 group-hover:scale-[1.03] motion-reduce:transform-none" />
      </div>
      <div className="grid min-w-0 flex-1 content-start gap-0.5 px-3 py-2.5 leading-snug sm:gap-2 sm:p-5 sm:leading-[inherit]">
        <Heading className="text-base sm:text-lg">
          <Link to={to} prefetch="intent" viewTransition className="stretched">
            <bdi>{pet.name}</bdi>
          </Link>
        </Heading>
        <p className="text-sm text-ink-2">
          {facts.map((fact, index) => (
            <span key={String(fact)}>
              {index > 0 && <span aria-hidden="true"> · </span>}
              <bdi>{fact}</bdi>
            </span>
          ))}
        </p>
        {children && <div className="relative flex flex-wrap gap-2 empty:hidden max-sm:mt-1">{children}</div>}
      </div>
    </Card>
  );
}
