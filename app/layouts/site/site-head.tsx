import { useTranslation } from "react-i18next";
import { useLocation, useMatches } from "react-router";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { isLanguage } from "#app/platform/i18n/language.ts";
import { LinkPreview, previewSize } from "#app/platform/ui/page/link-preview.tsx";
import type { PageHandle } from "#app/platform/ui/page/page-handle.ts";
import { usePageTitle } from "../page-title.ts";

/** Metadata of the current page for search engines and chat apps. */
export function SiteHead({ publicUrl }: { publicUrl: string }) {
  const { t } = useTranslation();
  const { pathname, search } = useLocation();
  const { language } = useViewer();
  const title = usePageTitle();
  const { description, hasOwnPreview } = (useMatches().at(-1)?.handle ?? {}) as PageHandle;
  if (hasOwnPreview) return null;
  if (!description) return <meta name="robots" content="noindex" />;
  const named = new URLSearchParams(search).get("lang");
  return (
    <LinkPreview
      url={publicUrl + pathname}
      named={isLanguage(named) ? named : null}
      language={language}
      siteName={t("shell.name")}
      title={title}
      description={t(description)}
      picture={{ url: `${publicUrl}/og/${language}.png`, ...previewSize }}
    />
  );
}
