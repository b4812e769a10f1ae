import { useT } from "#app/platform/i18n/use-t.ts";
import type { PageHandle } from "#app/platform/ui/page/page-handle.ts";
import { ProsePage } from "../prose-page.tsx";

export const handle = {
  i18n: ["pages"],
  title: "pages.privacy.title",
  description: "pages.privacy.description",
} satisfies PageHandle;

const sections = ["keep", "finder", "scan", "others", "photos", "sees", "long", "cookies", "rights"] as const;

export default function PrivacyPage() {
  const t = useT();
  return (
    <ProsePage
      title={t("pages.privacy.head")}
      lead={t("pages.privacy.lead")}
      sections={sections.map((key) => ({ title: t(`pages.privacy.${key}Title`), text: t(`pages.privacy.${key}`) }))}
    />
  );
}
