/** schema.org data (JSON-LD) for search engines. */
export function LinkedData({ thing }: { thing: Record<string, unknown> }) {
  // Escapes `<`, so that no text can close the element.
  const json = JSON.stringify({ "@context": "https://schema.org", ...thing }).replaceAll("<", "\\u003c");
  // biome-ignore lint/security/noDangerouslySetInnerHtml: data that no browser runs, with every "<" written as an escape
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />;
}
