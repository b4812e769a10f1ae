import { useT } from "#app/platform/i18n/use-t.ts";
import type { PageHandle } from "#app/platform/ui/page/page-handle.ts";
import { ProsePage } from "../prose-page.tsx";

export const handle = {
  i18n: ["pages"],
  title: "pages.terms.title",
  description: "pages.terms.description",
  isStatic: true,
} satisfies PageHandle;

const sections = ["use", "honest", "codes", "promise", "store", "change"] as const;

export default function TermsPage() {
  const t = useT();
  return (
    <ProsePage
      title={t("pages.terms.head")}
      lead={t("pages.terms.lead")}
      sections={sections.map((key) => ({ title: t(`pages.terms.${key}Title`), text: t(`pages.terms.${key}`) }))}
    />
  );
}
