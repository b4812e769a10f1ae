import type { CSSProperties } from "react";
import { type PhotoWidth, photoUrl } from "#app/platform/files/photos.ts";
import { cx } from "./cx.ts";

interface PhotoProps {
  id: string;
  /** Width of the rendition in pixels; ignored if `sizes` is given. */
  width?: PhotoWidth | undefined;
  /** CSS `sizes`, by which the browser chooses the rendition. */
  sizes?: string | undefined;
  alt: string;
  /** Loads immediately instead of lazily. */
  eager?: boolean;
  className?: string;
  style?: CSSProperties;
}

/** Stored photo that fills its box. */
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
