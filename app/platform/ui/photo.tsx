import type { CSSProperties } from "react";
import { photoSrcSet, photoUrl } from "#app/platform/files/photos.ts";
import { cx } from "./cx.ts";

interface PhotoProps {
  id: string;
  /** How wide it is shown, as in the HTML attribute; by it the browser chooses the rendition. */
  sizes: string;
  alt: string;
  /** Loads immediately and first instead of lazily: for the largest picture of a page's first screen. */
  eager?: boolean;
  className?: string;
  style?: CSSProperties;
}

/** Stored photo that fills its box. */
export function Photo({ id, sizes, alt, eager = false, className, style }: PhotoProps) {
  return (
    <img
      src={photoUrl(id, 320)}
      srcSet={photoSrcSet(id)}
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
