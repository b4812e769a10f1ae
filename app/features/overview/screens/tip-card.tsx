import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { Card } from "#app/platform/ui/card.tsx";
import { TagDrawing } from "#app/platform/ui/drawings/tag-drawing.tsx";

export function TipCard() {
  const { t } = useTranslation();
  return (
    <Card as="section" tone="sun" className="relative grid justify-items-start gap-2.5 overflow-hidden pe-28 md:pe-32">
      <h2 className="text-lg">{t("overview.tip.title")}</h2>
      <p className="text-sm">{t("overview.tip.text")}</p>
      <Link to="/dashboard/tips" className="link py-1 text-sm">
        {t("overview.tip.more")}
      </Link>
      <TagDrawing className="absolute end-5 -bottom-8 w-24 rotate-12 rtl:-rotate-12" />
    </Card>
  );
}
