import Check from "lucide-react/icons/check";
import { href, useSearchParams } from "react-router";
import { getUser } from "#app/features/auth/guards.server.ts";
import { PlanPoints } from "#app/features/plans/plan-points.tsx";
import { lengths, type Months, offerKey, type Plan, plans } from "#app/features/plans/plans.rules.ts";
import { getPlan, getPlanSettings } from "#app/features/plans/plans.server.ts";
import { appContext } from "#app/platform/http/request-info.server.ts";
import { formatMoney } from "#app/platform/i18n/money.rules.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { ButtonLink } from "#app/platform/ui/button.tsx";
import { Card } from "#app/platform/ui/card.tsx";
import { Chip } from "#app/platform/ui/chip.tsx";
import { cx } from "#app/platform/ui/cx.ts";
import { Notice } from "#app/platform/ui/notice.tsx";
import type { PageHandle } from "#app/platform/ui/page/page-handle.ts";
import { TabsNav } from "#app/platform/ui/page/tabs-nav.tsx";
import { PageHero } from "../page-hero.tsx";
import type { Route } from "./+types/get-started-page";

export const handle = {
  i18n: ["pages", "plans", "subscription"],
  title: "pages.getStarted.title",
  description: "pages.getStarted.description",
} satisfies PageHandle;

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = context.get(appContext);
  const actor = await getUser(request, context);
  const { prices } = await getPlanSettings(ctx);
  return { prices, own: actor && (await getPlan(ctx, actor)) };
}

const recommended: Plan = "comfort";
const lines = { basic: "basicFor", comfort: "comfortFor", "rescue-plus": "rescuePlusFor" } as const;

const usual: Months = 12;

/** Page that compares the plans; the choice is passed through sign-up to the upgrade form. */
export default function GetStartedPage({ loaderData }: Route.ComponentProps) {
  const t = useT();
  const { prices, own } = loaderData;
  const [query] = useSearchParams();
  const months = lengths.find((one) => String(one) === query.get("months")) ?? usual;
  return (
    <>
      <PageHero title={t("pages.getStarted.head")} lead={t("pages.getStarted.lead")} />
      <div className="wrap mb-6">
        <TabsNav
          label={t("subscription.howLong")}
          tabs={lengths.map((one) => ({
            to: one === usual ? href("/get-started") : `${href("/get-started")}?months=${one}`,
            label: t("subscription.length", { count: one }),
            current: one === months,
          }))}
        />
      </div>
      <ul className="wrap grid items-stretch gap-5 lg:grid-cols-3">
        {plans.map((plan) => {
          const cents = plan === "basic" ? 0 : prices[plan][months];
          return (
            <Card
              key={plan}
              as="li"
              pad="lg"
              className={cx("flex flex-col gap-6", plan === recommended && "ring-2 ring-brand")}
            >
              <div>
                <div className="flex flex-wrap items-center justify-between gap-2">
                  <h2 className="text-xl">{t(`plans.names.${plan}`)}</h2>
                  {own === plan ? (
                    <Chip tone="ok">{t("subscription.yours")}</Chip>
                  ) : (
                    plan === recommended && <Chip tone="brand">{t("pages.getStarted.recommended")}</Chip>
                  )}
                </div>
                <p className="mt-1 text-sm text-ink-2">{t(`pages.getStarted.${lines[plan]}`)}</p>
                <p className="mt-4 text-lg font-[650]">
                  {cents
                    ? t("subscription.sum", { price: `\u2066${formatMoney(cents)}\u2069`, count: months })
                    : t("subscription.free")}
                </p>
                {cents > 0 && (
                  <p className="text-sm text-ink-2">
                    {months > 1 &&
                      `${t("subscription.aMonthAtOnce", { price: `\u2066${formatMoney(Math.round(cents / months))}\u2069` })}. `}
                    {t("subscription.endsByItself")}
                  </p>
                )}
              </div>
              <div className="flex-1">
                <PlanPoints plan={plan} icon={<Check aria-hidden className="mt-0.5 size-5 shrink-0 text-brand" />} />
              </div>
              <Choose plan={plan} months={months} isIn={own !== null} />
            </Card>
          );
        })}
      </ul>
      <div className="wrap mt-6">
        <Notice tone="brand" title={t("pages.getStarted.safetyTitle")}>
          {t("pages.getStarted.safetyText")}
        </Notice>
      </div>
    </>
  );
}

function Choose({ plan, months, isIn }: { plan: Plan; months: Months; isIn: boolean }) {
  const t = useT();
  const to =
    plan === "basic" ? href("/dashboard") : `${href("/dashboard/subscription")}?offer=${offerKey({ plan, months })}`;
  const carried = new URLSearchParams({ mode: "sign-up", ...(plan !== "basic" && { to }) });
  return (
    <ButtonLink to={isIn ? to : `${href("/auth")}?${carried}`} variant={plan === recommended ? "main" : "ghost"} full>
      {plan === "basic" ? t("pages.getStarted.start") : t("subscription.choose", { plan: t(`plans.names.${plan}`) })}
    </ButtonLink>
  );
}
