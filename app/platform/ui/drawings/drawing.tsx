import type { ReactNode } from "react";

export interface DrawingProps {
  className?: string;
  /** What it shows, when it says something that the text does not; without it the drawing is decoration. */
  title?: string;
}

/** The frame of every drawing. */
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
