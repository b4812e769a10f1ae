import type { ReactNode } from "react";

/** Text that is always left to right: codes, phone numbers, prices, e-mail addresses. */
export function Ltr({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <bdi dir="ltr" className={className}>
      {children}
    </bdi>
  );
}
