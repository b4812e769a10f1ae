import { useTranslation } from "react-i18next";
import { href, Link } from "react-router";
import { TipPets } from "#app/features/tips/tip-card.tsx";
import type { ShownTip } from "#app/features/tips/tips.server.ts";
import { Card } from "#app/platform/ui/card.tsx";
import { TagDrawing } from "#app/platform/ui/drawings/tag-drawing.tsx";

/** Today's tips, preferably for the owner's own pets. */
export function TipCard({ tips }: { tips: readonly ShownTip[] }) {
  const { t } = useTranslation();
  return (
    <Card as="section" tone="sun" className="relative grid gap-4 overflow-hidden pb-14">
      <h2 className="text-lg">{t("dashboard.tip.title")}</h2>
      {tips.map((tip) => (
        <div key={tip.id} className="grid justify-items-start gap-1.5">
          <h3 className="text-base font-semibold">{tip.title}</h3>
          <p className="text-sm">{tip.text}</p>
          <TipPets pets={tip.pets} />
        </div>
      ))}
      <p className="flex flex-wrap gap-x-6 text-sm">
        <Link to={href("/dashboard/tips")} className="link py-1">
          {t("dashboard.tip.more")}
        </Link>
        <Link to={href("/dashboard/reminders")} className="link py-1">
          {t("dashboard.tip.reminders")}
        </Link>
      </p>
      <TagDrawing className="absolute end-5 -bottom-12 w-24 rotate-12 rtl:-rotate-12" />
    </Card>
  );
}
