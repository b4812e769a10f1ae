/** A thing of schema.org (JSON-LD), for search engines. */
export function LinkedData({ thing }: { thing: Record<string, unknown> }) {
  // A text in it must not be able to close the element.
  const json = JSON.stringify({ "@context": "https://schema.org", ...thing }).replaceAll("<", "\\u003c");
  // biome-ignore lint/security/noDangerouslySetInnerHtml: data that no browser runs, with every "<" written as an escape
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />;
}
