import { photoUrl } from "#app/platform/files/photos.ts";
import { cx } from "#app/platform/ui/cx.ts";
import { AnimalDrawing } from "#app/platform/ui/drawings/animal-drawing.tsx";
import type { PetType } from "./pets.rules.ts";

export interface PetPortrait {
  id: string;
  type: PetType;
  photoId: string | null;
  photoFocusX: number;
  photoFocusY: number;
}

/**
 * A pet's photo filling its box around the focus that the owner chose; without a photo a drawn animal. The box gives the
 * size. With `alt` it says something that the text beside it does not.
 */
export function PetPhoto({
  pet,
  width = 640,
  alt = "",
  eager = false,
  className,
}: {
  pet: PetPortrait;
  width?: 160 | 640 | 1600;
  alt?: string;
  eager?: boolean;
  className?: string;
}) {
  const look = cx("size-full", className);
  if (!pet.photoId) {
    return <AnimalDrawing kind={pet.type} seed={pet.id} background title={alt || undefined} className={look} />;
  }
  return (
    <img
      src={photoUrl(pet.photoId, width)}
      alt={alt}
      loading={eager ? "eager" : "lazy"}
      fetchPriority={eager ? "high" : undefined}
      decoding="async"
      className={cx(look, "object-cover")}
      style={{ objectPosition: `${pet.photoFocusX}% ${pet.photoFocusY}%` }}
    />
  );
}
