import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { href, Link } from "react-router";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { Card } from "#app/platform/ui/card.tsx";
import { breedInWords } from "./known-looks.ts";
import { PetPhoto, type PetPortrait } from "./pet-photo.tsx";
import { ageInWords, animalInWords } from "./pet-words.ts";
import { ageOn, dayIn } from "./pets.rules.ts";

export interface PetCardPet extends PetPortrait {
  name: string;
  otherType: string | null;
  breed: string | null;
  birthdate: string | null;
}

/** A pet, leading to its page unless `to` says otherwise. Chips of other features go inside, their actions into `footer`. */
export function PetCard({
  pet,
  to = href("/dashboard/pets/:petId", { petId: pet.id }),
  level = 2,
  footer,
  children,
}: {
  pet: PetCardPet;
  to?: string;
  level?: 2 | 3;
  footer?: ReactNode;
  children?: ReactNode;
}) {
  const { t } = useTranslation();
  const { language, now, timeZone } = useViewer();
  const age = pet.birthdate && ageOn(pet.birthdate, dayIn(new Date(now), timeZone));
  const Heading = `h${level}` as const;
  const facts = [
    pet.breed ? breedInWords(pet.breed, language) : animalInWords(t, pet),
    age && ageInWords(t, age),
  ].filter(Boolean);
  return (
    <Card as="li" pad="none" lift className="group flex flex-col overflow-hidden wrap-anywhere">
      <div className="aspect-[4/3] overflow-hidden bg-brand-soft">
        <PetPhoto pet={pet} className="transition duration-500 group-hover:scale-[1.03] motion-reduce:transform-none" />
      </div>
      <div className="grid flex-1 content-start gap-2 p-5">
        <Heading className="text-lg">
          <Link to={to} prefetch="intent" className="stretched">
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
        {children && <div className="relative flex flex-wrap gap-2">{children}</div>}
      </div>
      {footer && <div className="relative border-t border-line px-5 py-3">{footer}</div>}
    </Card>
  );
}
