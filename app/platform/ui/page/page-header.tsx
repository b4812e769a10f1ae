import type { ReactNode } from "react";
import { Breadcrumb, type Crumb } from "./breadcrumb.tsx";

/** Header of a page: its h1, a line below and the main actions. */
export function PageHeader({
  title,
  lead,
  actions,
  path,
  current = title,
  above = path && <Breadcrumb items={[...path, { label: current }]} />,
}: {
  title: ReactNode;
  lead?: ReactNode;
  actions?: ReactNode;
  /** Pages that lead to this one, shown above the title. */
  path?: readonly Crumb[] | undefined;
  /** Name of this page at the end of its path, if it differs from the title. */
  current?: ReactNode;
  /** What stands above the title instead of a path. */
  above?: ReactNode;
}) {
  return (
    <header className="mb-4 min-w-0 md:mb-8 [.grid>&]:mb-0">
      {above && <div className="mb-1.5 print:hidden md:mb-3">{above}</div>}
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
        <div className="min-w-0 flex-[1_1_18rem]">
          <h1 className="text-[1.75rem] max-[16rem]:text-[1.375rem] md:text-2xl md:tracking-[-.01em]">{title}</h1>
          {lead && <p className="mt-1.5 max-w-[62ch] text-ink-2">{lead}</p>}
        </div>
        {actions && <div className="flex flex-wrap items-center gap-3 print:hidden">{actions}</div>}
      </div>
    </header>
  );
}
