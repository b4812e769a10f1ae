import type { ReactNode } from "react";

export interface DrawingProps {
  className?: string;
  /** Accessible title; without it, the drawing is decorative. */
  title?: string;
}

/** SVG element of every drawing. */
export function Drawing({
  viewBox,
  className,
  title,
  children,
}: DrawingProps & { viewBox?: string; children: ReactNode }) {
  return (
    <svg
      viewBox={viewBox}
      fill="none"
      role={title ? "img" : undefined}
      aria-label={title}
      aria-hidden={title ? undefined : true}
      className={className}
    >
      {children}
    </svg>
  );
}
