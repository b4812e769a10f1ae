import { cx } from "./cx.ts";
import { AnimalDrawing, type AnimalKind } from "./drawings/animal-drawing.tsx";

const sizes = {
  sm: { box: "size-9 rounded-[11px] text-xs", px: 36 },
  md: { box: "size-11 rounded-[14px] text-sm", px: 44 },
  lg: { box: "size-16 rounded-[18px] text-lg", px: 64 },
  xl: { box: "size-28 rounded-3 text-2xl", px: 112 },
};

export interface AvatarProps {
  src?: string | null;
  alt?: string;
  size?: keyof typeof sizes;
  /** The animal that is drawn without a photo. */
  kind?: AnimalKind;
  /** For people: one or two letters without a photo. */
  initials?: string;
  /** Chooses coat and background. */
  seed?: string;
  className?: string;
}

export function Avatar({ src, alt = "", size = "md", kind, initials, seed, className }: AvatarProps) {
  const { box, px } = sizes[size];
  const look = cx("grid shrink-0 place-items-center overflow-hidden bg-brand-soft", box, className);
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
  if (kind) {
    return (
      <span className={look}>
        <AnimalDrawing kind={kind} seed={seed} background title={alt || undefined} className="size-full" />
      </span>
    );
  }
  return (
    <span className={cx(look, "font-semibold text-brand-deep")}>
      <span aria-hidden="true">{initials}</span>
      {alt && <span className="sr-only">{alt}</span>}
    </span>
  );
}
