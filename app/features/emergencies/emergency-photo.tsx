import PawPrint from "lucide-react/icons/paw-print";
import { animalIcons } from "#app/features/pets/animal-icons.ts";
import { cx } from "#app/platform/ui/cx.ts";
import { Photo } from "#app/platform/ui/photo.tsx";
import type { Emergency } from "./emergencies.rules.ts";

/** The pet's photo, or the icon of its species when there is none. `className` sets the size. */
export function EmergencyPhoto({
  emergency: { photo, type },
  large = false,
  className,
}: {
  emergency: Pick<Emergency, "photo" | "type">;
  large?: boolean;
  className: string;
}) {
  const Icon = type ? animalIcons[type] : PawPrint;
  return (
    <span className={cx("grid shrink-0 place-items-center overflow-hidden bg-sunken text-ink-3", className)}>
      {photo ? (
        <Photo
          id={photo.id}
          width={large ? 640 : 160}
          alt=""
          eager
          style={{ objectPosition: `${photo.x}% ${photo.y}%` }}
        />
      ) : (
        <Icon aria-hidden className="size-1/2" />
      )}
    </span>
  );
}
