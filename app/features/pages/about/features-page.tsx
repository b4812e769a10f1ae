import BellRing from "lucide-react/icons/bell-ring";
import BookHeart from "lucide-react/icons/book-heart";
import FileHeart from "lucide-react/icons/file-heart";
import MessagesSquare from "lucide-react/icons/messages-square";
import PanelTop from "lucide-react/icons/panel-top";
import PhoneForwarded from "lucide-react/icons/phone-forwarded";
import ScanLine from "lucide-react/icons/scan-line";
import Search from "lucide-react/icons/search";
import Tag from "lucide-react/icons/tag";
import Users from "lucide-react/icons/users";
import { useTranslation } from "react-i18next";
import { Card } from "#app/platform/ui/card.tsx";
import type { PageHandle } from "#app/platform/ui/page/page-handle.ts";
import { CallToAction } from "../call-to-action.tsx";
import { PageHero } from "../page-hero.tsx";

export const handle = {
  i18n: ["pages"],
  title: "pages.features.title",
  description: "pages.features.description",
} satisfies PageHandle;

const features = [
  { key: "tags", Icon: Tag },
  { key: "page", Icon: PanelTop },
  { key: "alerts", Icon: BellRing },
  { key: "messages", Icon: MessagesSquare },
  { key: "contacts", Icon: PhoneForwarded },
  { key: "profile", Icon: FileHeart },
  { key: "records", Icon: ScanLine },
  { key: "family", Icon: Users },
  { key: "community", Icon: Search },
  { key: "care", Icon: BookHeart },
] as const;

export default function FeaturesScreen() {
  const { t } = useTranslation();
  return (
    <>
      <PageHero title={t("pages.features.head")} lead={t("pages.features.lead")} />
      <ul className="wrap grid gap-5 md:grid-cols-2">
        {features.map((feature) => (
          <Card key={feature.key} as="li" pad="lg" className="flex gap-5 max-sm:flex-col">
            <span
              aria-hidden="true"
              className="grid size-14 shrink-0 place-items-center rounded-2 bg-brand-soft text-brand-deep"
            >
              <feature.Icon className="size-7" />
            </span>
            <div className="grid content-start justify-items-start gap-2">
              <h2 className="text-lg">{t(`pages.features.${feature.key}Title`)}</h2>
              <p className="text-sm text-ink-2">{t(`pages.features.${feature.key}Text`)}</p>
            </div>
          </Card>
        ))}
      </ul>
      <CallToAction title={t("pages.home.cta.title")} text={t("pages.home.cta.text")} />
    </>
  );
}
