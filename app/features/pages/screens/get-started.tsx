import Check from "lucide-react/icons/check";
import { useTranslation } from "react-i18next";
import { useViewer } from "#app/features/accounts/use-viewer.ts";
import type { WordKey } from "#app/platform/i18n/words.ts";
import { ButtonLink } from "#app/platform/ui/button.tsx";
import { Card } from "#app/platform/ui/card.tsx";
import { Chip } from "#app/platform/ui/chip.tsx";
import { cx } from "#app/platform/ui/cx.ts";
import { Notice } from "#app/platform/ui/notice.tsx";
import type { PageHandle } from "#app/platform/ui/page-handle.ts";
import { PageHero } from "./page-hero.tsx";

export const handle = {
  title: "pages.getStarted.title",
  description: "pages.getStarted.description",
} satisfies PageHandle;

const plans = [
  { key: "basic", points: [1, 2, 3] },
  { key: "comfort", points: [1, 2, 3, 4] },
  { key: "rescue", points: [1, 2, 3, 4, 5] },
] as const;

export default function GetStartedScreen() {
  const { t } = useTranslation();
  const { user } = useViewer();
  const upgrade = "/dashboard/subscription";
  return (
    <>
      <PageHero title={t("pages.getStarted.head")} lead={t("pages.getStarted.lead")} />
      <ul className="wrap grid items-stretch gap-5 lg:grid-cols-3">
        {plans.map(({ key, points }) => (
          <Card
            key={key}
            as="li"
            pad="lg"
            className={cx("flex flex-col gap-6", key === "comfort" && "ring-2 ring-brand")}
          >
            <div>
              <div className="flex flex-wrap items-center justify-between gap-2">
                <h2 className="text-xl">{t(`pages.getStarted.${key}`)}</h2>
                {key === "comfort" && <Chip tone="brand">{t("pages.getStarted.recommended")}</Chip>}
              </div>
              <p className="mt-1 text-sm text-ink-2">{t(`pages.getStarted.${key}For`)}</p>
            </div>
            <ul className="grid flex-1 content-start gap-3">
              {points.map((point) => (
                <li key={point} className="flex gap-3 text-sm">
                  <Check aria-hidden className="mt-0.5 size-5 shrink-0 text-brand" />
                  {t(`pages.getStarted.${key}${point}` as WordKey)}
                </li>
              ))}
            </ul>
            {key === "basic" ? (
              <ButtonLink to={user ? "/dashboard" : "/auth?mode=sign-up"} variant="sun" full>
                {t("pages.getStarted.start")}
              </ButtonLink>
            ) : (
              <ButtonLink
                to={user ? upgrade : `/auth?mode=sign-up&to=${encodeURIComponent(upgrade)}`}
                variant={key === "comfort" ? "brand" : "ghost"}
                full
              >
                {t("pages.getStarted.ask", { plan: t(`pages.getStarted.${key}`) })}
              </ButtonLink>
            )}
          </Card>
        ))}
      </ul>
      <div className="wrap mt-6">
        <Notice tone="brand" title={t("pages.getStarted.safetyTitle")}>
          {t("pages.getStarted.safetyText")}
        </Notice>
      </div>
    </>
  );
}
