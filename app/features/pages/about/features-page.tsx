import BellRing from "lucide-react/icons/bell-ring";
import BookHeart from "lucide-react/icons/book-heart";
import FileHeart from "lucide-react/icons/file-heart";
import PhoneForwarded from "lucide-react/icons/phone-forwarded";
import ScanLine from "lucide-react/icons/scan-line";
import Search from "lucide-react/icons/search";
import Users from "lucide-react/icons/users";
import { useT } from "#app/platform/i18n/use-t.ts";
import { ReunionDrawing } from "#app/platform/ui/drawings/reunion-drawing.tsx";
import { ScanDrawing } from "#app/platform/ui/drawings/scan-drawing.tsx";
import { TagDrawing } from "#app/platform/ui/drawings/tag-drawing.tsx";
import type { PageHandle } from "#app/platform/ui/page/page-handle.ts";
import { CallToAction, PageHero } from "../page-hero.tsx";

export const handle = {
  i18n: ["pages"],
  title: "pages.features.title",
  description: "pages.features.description",
  isStatic: true,
} satisfies PageHandle;

/** The three main features, each with its drawing. */
const main = [
  { key: "tags", drawing: <TagDrawing className="h-44 md:h-56" /> },
  { key: "page", drawing: <ScanDrawing className="h-52 md:h-64" /> },
  { key: "messages", drawing: <ReunionDrawing className="h-52 md:h-64" /> },
] as const;

const more = [
  { key: "alerts", Icon: BellRing },
  { key: "contacts", Icon: PhoneForwarded },
  { key: "records", Icon: ScanLine },
  { key: "profile", Icon: FileHeart },
  { key: "family", Icon: Users },
  { key: "community", Icon: Search },
  { key: "care", Icon: BookHeart },
] as const;

/** Features page: three large rows, then the others as a list. */
export default function FeaturesPage() {
  const t = useT();
  return (
    <>
      <PageHero title={t("pages.features.head")} lead={t("pages.features.lead")} />
      <ul className="wrap grid gap-12 md:gap-16">
        {main.map(({ key, drawing }) => (
          <li key={key} className="grid items-center gap-5 md:grid-cols-2 md:gap-12">
            <div className="grid gap-3">
              <h2 className="text-xl md:text-2xl">{t(`pages.features.${key}Title`)}</h2>
              <p className="max-w-[54ch] text-ink-2 md:text-lg">{t(`pages.features.${key}Text`)}</p>
            </div>
            <div
              aria-hidden="true"
              className="grid h-64 place-items-center overflow-hidden rounded-3 bg-brand-soft md:h-80 md:in-[li:nth-child(even)]:-order-1"
            >
              {drawing}
            </div>
          </li>
        ))}
      </ul>
      <section className="wrap mt-16 md:mt-20">
        <h2 className="text-xl">{t("pages.features.moreTitle")}</h2>
        <ul className="mt-5 grid gap-x-12 md:grid-cols-2">
          {more.map(({ key, Icon }) => (
            <li key={key} className="flex gap-4 border-t border-line py-5">
              <Icon aria-hidden className="mt-0.5 size-6 shrink-0 text-brand" />
              <div className="grid content-start gap-1">
                <h3 className="text-base">{t(`pages.features.${key}Title`)}</h3>
                <p className="text-sm text-ink-2">{t(`pages.features.${key}Text`)}</p>
              </div>
            </li>
          ))}
        </ul>
      </section>
      <CallToAction title={t("pages.home.cta.title")} text={t("pages.home.cta.text")} />
    </>
  );
}
