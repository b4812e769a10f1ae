import type { CSSProperties } from "react";
import { type PhotoWidth, photoUrl } from "#app/platform/files/photos.ts";
import { cx } from "./cx.ts";

interface PhotoProps {
  id: string;
  /** Pixels of the rendition; ignored when `sizes` is given. */
  width?: PhotoWidth | undefined;
  /** How wide it stands on the page, as in CSS: the browser then takes the rendition that its screen needs. */
  sizes?: string | undefined;
  alt: string;
  /** Among the first things to be seen: fetched at once, not when it comes near. */
  eager?: boolean;
  className?: string;
  style?: CSSProperties;
}

/** A stored photo that fills its box; the box gives the size. */
export function Photo({ id, width = 640, sizes, alt, eager = false, className, style }: PhotoProps) {
  return (
    <img
      src={photoUrl(id, width)}
      srcSet={sizes && `${photoUrl(id, 640)} 640w, ${photoUrl(id, 1600)} 1600w`}
      sizes={sizes}
      alt={alt}
      loading={eager ? "eager" : "lazy"}
      fetchPriority={eager ? "high" : undefined}
      decoding="async"
      className={cx("size-full object-cover", className)}
      style={style}
    />
  );
}
