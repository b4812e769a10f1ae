import { PetPhoto } from "#app/features/pets/cards/pet-photo.tsx";
import type { PetType } from "#app/features/pets/pets.rules.ts";
import { cx } from "#app/platform/ui/cx.ts";
import { TagDrawing } from "#app/platform/ui/drawings/tag-drawing.tsx";

export interface ScannedPet {
  petId: string | null;
  petType: PetType | null;
  petPhotoId: string | null;
  petPhotoFocusX: number | null;
  petPhotoFocusY: number | null;
}

/** Photo of the scanned pet, or a tag when there was none. Decorative: the name is shown beside it. */
export function ScanPortrait({ scan, className }: { scan: ScannedPet; className?: string }) {
  const { petId, petType, petPhotoId } = scan;
  return (
    <span className={cx("grid shrink-0 place-items-center overflow-hidden bg-brand-soft", className)}>
      {petId && petType ? (
        <PetPhoto
          sizes="4rem"
          pet={{
            id: petId,
            type: petType,
            photoId: petPhotoId,
            photoFocusX: scan.petPhotoFocusX ?? 50,
            photoFocusY: scan.petPhotoFocusY ?? 50,
          }}
        />
      ) : (
        <TagDrawing className="h-4/5" />
      )}
    </span>
  );
}
