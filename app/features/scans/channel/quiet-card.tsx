import { Card } from "#app/platform/ui/card.tsx";

/** Card with one line that explains why there is nothing to show. */
export function QuietCard({ title, text, id }: { title: string; text: string; id?: string }) {
  return (
    <Card as="section" tone="sunken" id={id}>
      <h2 className="text-lg">{title}</h2>
      <p className="mt-0.5 text-sm text-ink-2">{text}</p>
    </Card>
  );
}
