import type { ReactNode } from "react";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { Card, CardHeader } from "#app/platform/ui/card.tsx";
import { formatBreed } from "../texts/breeds-and-colours.ts";
import { formatAnimal } from "../texts/pet-texts.ts";
import { PetPhoto, type PetPortrait } from "./pet-photo.tsx";

interface PetSummary extends PetPortrait {
  name: string;
  otherType: string | null;
  breed: string | null;
}

/** Card with a pet's photo, name and type, and the text passed as children, for pages that ask about a pet. */
export function PetSummaryCard({ pet, children }: { pet: PetSummary; children: ReactNode }) {
  const { t, language } = useViewer();
  return (
    <Card as="section" className="flex flex-wrap items-center gap-5">
      <span className="size-24 shrink-0 overflow-hidden rounded-2">
        <PetPhoto pet={pet} sizes="6rem" />
      </span>
      <div className="min-w-0 flex-[1_1_14rem]">
        <CardHeader
          title={<bdi>{pet.name}</bdi>}
          text={
            <bdi>
              {[formatAnimal(t, pet, language), pet.breed && formatBreed(pet.breed, language)]
                .filter(Boolean)
                .join("\u00a0· ")}
            </bdi>
          }
        />
        {children}
      </div>
    </Card>
  );
}
