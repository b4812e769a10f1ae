import { cx } from "#app/platform/ui/cx.ts";
import { CollarDrawing } from "#app/platform/ui/drawings/collar-drawing.tsx";
import { TagDrawing } from "#app/platform/ui/drawings/tag-drawing.tsx";
import { Photo } from "#app/platform/ui/photo.tsx";
import type { Category } from "../products.rules.ts";

/**
 * A product's picture filling its square box, or a drawing of its category. Cut-out pictures have the page's own
 * background, light or dark.
 */
export function ProductPicture({
  photoId,
  category,
  alt,
  sizes,
  eager = false,
  className,
}: {
  photoId: string | null;
  category: Category;
  alt: string;
  /** How wide it is shown, as in the HTML attribute. */
  sizes: string;
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
  // A picture with its own light background would glare in dark mode.
  return (
    <span className={cx("block size-full product-ground", className)}>
      <Photo id={photoId} sizes={sizes} alt={alt} eager={eager} className="dark:brightness-90" />
    </span>
  );
}
