import { type Language, languages } from "../../i18n/language.ts";

interface Preview {
  /** Absolute URL without language. */
  url: string;
  /** Language selected by the URL (`?lang=ar`), if any. */
  named: Language | null;
  language: Language;
  siteName: string;
  title: string;
  description: string;
  /** Picture with an absolute URL. */
  picture: { url: string; width: number; height: number };
  type?: "website" | "article";
}

const locales: Record<Language, string> = { en: "en_US", ar: "ar_EG" };
const inLanguage = (url: string, language: Language | null) => (language ? `${url}?lang=${language}` : url);

/** Picture size that chat apps show uncropped. */
export const previewSize = { width: 1200, height: 630 };

/**
 * Metadata of a public page for search engines and chat apps: canonical and alternate URLs, description, picture (Open
 * Graph). React moves these elements into the head.
 */
export function LinkPreview({
  url,
  named,
  language,
  siteName,
  title,
  description,
  picture,
  type = "website",
}: Preview) {
  const properties = {
    "og:type": type,
    "og:site_name": siteName,
    "og:title": title,
    "og:description": description,
    "og:url": inLanguage(url, named),
    "og:locale": locales[language],
    "og:image": picture.url,
    "og:image:width": String(picture.width),
    "og:image:height": String(picture.height),
  };
  return (
    <>
      <link rel="canonical" href={inLanguage(url, named)} />
      {languages.map((one) => (
        <link key={one} rel="alternate" hrefLang={one} href={inLanguage(url, one)} />
      ))}
      <link rel="alternate" hrefLang="x-default" href={url} />
      <meta name="description" content={description} />
      {Object.entries(properties).map(([property, content]) => (
        <meta key={property} property={property} content={content} />
      ))}
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}

/** schema.org data (JSON-LD) for search engines. */
export function LinkedData({ thing }: { thing: Record<string, unknown> }) {
  // Escapes `<`, so that no text can close the element.
  const json = JSON.stringify({ "@context": "https://schema.org", ...thing }).replaceAll("<", "\\u003c");
  // biome-ignore lint/security/noDangerouslySetInnerHtml: data that no browser runs, with every "<" written as an escape
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />;
}
