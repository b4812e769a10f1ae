import type { ReactNode } from "react";

/** Header of a public page. */
export function PageHero({
  title,
  lead,
  above,
  children,
}: {
  title: ReactNode;
  lead?: ReactNode;
  above?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <header className="wrap grid justify-items-start gap-4 pt-12 pb-10 md:pt-18 md:pb-12">
      {above}
      <h1 className="max-w-[22ch] text-3xl tracking-[-.02em]">{title}</h1>
      {lead && <p className="max-w-[56ch] text-lg text-ink-2">{lead}</p>}
      {children}
    </header>
  );
}

/** Title and text of one item in a grid. */
export function Point({ icon, title, children }: { icon?: ReactNode; title: ReactNode; children: ReactNode }) {
  return (
    <li className="grid content-start gap-2">
      {icon && (
        <span
          aria-hidden="true"
          className="mb-1 grid size-12 place-items-center rounded-2 bg-brand-soft text-brand-deep *:size-6"
        >
          {icon}
        </span>
      )}
      <h3 className="text-lg">{title}</h3>
      <p className="text-sm text-ink-2">{children}</p>
    </li>
  );
}
