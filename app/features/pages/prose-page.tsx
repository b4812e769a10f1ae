export interface ProseSection {
  title: string;
  text: string;
}

/** Page of plain text in sections. */
export function ProsePage({
  title,
  lead,
  sections,
}: {
  title: string;
  lead: string;
  sections: readonly ProseSection[];
}) {
  return (
    <article className="wrap-narrow py-12 md:py-18">
      <h1 className="text-2xl">{title}</h1>
      <p className="mt-3 text-lg text-ink-2">{lead}</p>
      {sections.map((section) => (
        <section key={section.title} className="mt-10">
          <h2 className="text-lg">{section.title}</h2>
          <p className="mt-2 text-ink-2">{section.text}</p>
        </section>
      ))}
    </article>
  );
}
