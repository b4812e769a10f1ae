import type { ReactNode } from "react";

/** Keeps codes, phones, prices and e-mails readable left to right inside any text. */
export function Ltr({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <bdi dir="ltr" className={className}>
      {children}
    </bdi>
  );
}
