import { cx } from "#app/platform/ui/cx.ts";
import { AnimalDrawing } from "#app/platform/ui/drawings/animal-drawing.tsx";
import { Photo } from "#app/platform/ui/photo.tsx";
import type { PetType } from "../pets.rules.ts";

export interface PetPortrait {
  id: string;
  type: PetType;
  photoId: string | null;
  photoFocusX: number;
  photoFocusY: number;
}

/**
 * A pet's photo, cropped around the focus point that the owner chose, or a drawing without one. Fills its container.
 * Pass `alt` when the photo says something that the text beside it does not.
 */
export function PetPhoto({
  pet,
  sizes,
  alt = "",
  eager = false,
  className,
}: {
  pet: PetPortrait;
  /** How wide it is shown, as in the HTML attribute. */
  sizes: string;
  alt?: string;
  eager?: boolean;
  className?: string;
}) {
  const look = cx("size-full", className);
  if (!pet.photoId) {
    return <AnimalDrawing kind={pet.type} seed={pet.id} background title={alt || undefined} className={look} />;
  }
  const style = { objectPosition: `${pet.photoFocusX}% ${pet.photoFocusY}%` };
  return <Photo id={pet.photoId} sizes={sizes} alt={alt} eager={eager} className={look} style={style} />;
}
