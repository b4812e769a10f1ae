import { photoUrl } from "#app/platform/files/photos.ts";
import { cx } from "#app/platform/ui/cx.ts";
import { CollarDrawing } from "#app/platform/ui/drawings/collar-drawing.tsx";
import { TagDrawing } from "#app/platform/ui/drawings/tag-drawing.tsx";
import type { Category } from "./products.rules.ts";

/** A product's picture filling its square box; without one a drawing of its kind. */
export function ProductPicture({
  photoId,
  category,
  alt,
  width = 640,
  eager = false,
  className,
}: {
  photoId: string | null;
  category: Category;
  alt: string;
  width?: 160 | 640 | 1600;
  eager?: boolean;
  className?: string;
}) {
  if (!photoId) {
    const Picture = category === "tags" ? TagDrawing : CollarDrawing;
    return (
      <div className={cx("grid size-full place-items-center bg-sunken", className)}>
        <Picture {...(alt && { title: alt })} className="h-3/5" />
      </div>
    );
  }
  return (
    <img
      src={photoUrl(photoId, width)}
      alt={alt}
      width={width}
      height={width}
      loading={eager ? "eager" : "lazy"}
      fetchPriority={eager ? "high" : undefined}
      decoding="async"
      className={cx("size-full object-cover", className)}
    />
  );
}
