import { appContext } from "#app/platform/http/request-info.server.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import type { PageHandle } from "#app/platform/ui/page/page-handle.ts";
import { ProsePage } from "../prose-page.tsx";
import type { Route } from "./+types/privacy-page";

export const handle = {
  i18n: ["pages"],
  title: "pages.privacy.title",
  description: "pages.privacy.description",
  isStatic: true,
} satisfies PageHandle;

const sections = ["keep", "finder", "scan", "others", "photos", "sees", "map", "long", "cookies", "rights"] as const;

/** Returns the host that browsers fetch the map's pictures from; null if that is this site. */
export function loader({ context }: Route.LoaderArgs) {
  const { tileUrl, pmtilesUrl } = context.get(appContext).settings.map;
  const url = pmtilesUrl ?? tileUrl;
  return { mapHost: url ? new URL(url.replace("{s}.", "")).host : null };
}

export default function PrivacyPage({ loaderData: { mapHost } }: Route.ComponentProps) {
  const t = useT();
  const shown = sections.filter((key) => key !== "map" || mapHost);
  return (
    <ProsePage
      title={t("pages.privacy.head")}
      lead={t("pages.privacy.lead")}
      sections={shown.map((key) => ({
        title: t(`pages.privacy.${key}Title`),
        text: t(`pages.privacy.${key}`, { host: mapHost ?? "" }),
      }))}
    />
  );
}
