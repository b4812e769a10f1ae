import type { ReactNode } from "react";
import { cx } from "./cx.ts";

const sizes = {
  sm: { box: "size-9 rounded-[11px] text-xs", px: 36 },
  md: { box: "size-11 rounded-[14px] text-sm", px: 44 },
};

export interface AvatarProps {
  src?: string | null;
  alt?: string;
  size?: keyof typeof sizes;
  /** Shown without a photo: one or two initials of a person, or a drawing. */
  children?: ReactNode;
}

/** Small picture of a person or animal; shows `children` if there is no photo. */
export function Avatar({ src, alt = "", size = "md", children }: AvatarProps) {
  const { box, px } = sizes[size];
  const look = cx("grid shrink-0 place-items-center overflow-hidden bg-brand-soft", box);
  if (src) {
    return (
      <span className={look}>
        <img
          src={src}
          alt={alt}
          width={px}
          height={px}
          loading="lazy"
          decoding="async"
          className="size-full object-cover"
        />
      </span>
    );
  }
  return (
    <span className={cx(look, "font-semibold text-brand-deep")}>
      <span aria-hidden="true" className="contents">
        {children}
      </span>
      {alt && <span className="sr-only">{alt}</span>}
    </span>
  );
}
