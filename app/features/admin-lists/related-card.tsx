import type { ReactNode } from "react";
import { Card, CardHeader } from "#app/platform/ui/card.tsx";

interface RelatedCardProps {
  title: string;
  /** Text shown when there are no rows. */
  none: string;
  count: number;
  action?: ReactNode;
  /** `RelatedRow`s. */
  children: ReactNode;
}

/** Card with rows of another list that belong to the page's subject, such as the tags of a pet. */
export function RelatedCard({ title, none, count, action, children }: RelatedCardProps) {
  return (
    <Card as="section">
      <CardHeader title={title} action={action} />
      {count === 0 ? <p className="text-sm text-ink-2">{none}</p> : <ul className="grid gap-3 text-sm">{children}</ul>}
    </Card>
  );
}

/** One row: what it is, and its state at the other end. */
export function RelatedRow({ children }: { children: ReactNode }) {
  return <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">{children}</li>;
}
