import BadgeCheck from "lucide-react/icons/badge-check";
import PackageOpen from "lucide-react/icons/package-open";
import PenTool from "lucide-react/icons/pen-tool";
import Ruler from "lucide-react/icons/ruler";
import Tag from "lucide-react/icons/tag";
import Truck from "lucide-react/icons/truck";
import type { ReactNode } from "react";
import { formatMoney, getShopTerms, nameCurrency } from "#app/platform/i18n/money.rules.ts";
import { useT, useWords } from "#app/platform/i18n/use-t.ts";
import { Card } from "#app/platform/ui/card.tsx";
import { Disclosure } from "#app/platform/ui/overlays/disclosure.tsx";
import { refundDays, returnDays, shippingDays, shippingMethods } from "../shipping.rules.ts";

const guides = [
  ["tag", <Tag key="tag" />],
  ["collar", <Ruler key="collar" />],
  ["engrave", <PenTool key="engrave" />],
] as const;
const questions = ["phones", "subscription", "water", "engraving", "pay"] as const;

/** Buying advice: size guide, shipping, returns, questions. */
export function StoreAdvice() {
  const { t, language } = useWords();
  return (
    <div className="mt-14 grid gap-14 md:mt-20">
      <section className="grid gap-5">
        <h2 className="text-xl md:text-2xl">{t("store.guide.title")}</h2>
        <div className="grid gap-4 md:grid-cols-3">
          {guides.map(([name, icon]) => (
            <Fact key={name} icon={icon} title={t(`store.guide.${name}.title`)}>
              {t(`store.guide.${name}.text`)}
            </Fact>
          ))}
        </div>
      </section>
      <section id="shipping" className="grid scroll-mt-24 gap-5">
        <h2 className="text-xl md:text-2xl">{t("store.shipping.title")}</h2>
        <ShippingFacts />
      </section>
      <section className="grid gap-5">
        <h2 className="text-xl md:text-2xl">{t("store.faq.title")}</h2>
        <div className="grid max-w-3xl gap-3">
          {questions.map((name) => (
            <Disclosure key={name} name="store-faq" summary={t(`store.faq.${name}.question`)}>
              <p>{t(`store.faq.${name}.answer`, { currency: nameCurrency(language) })}</p>
            </Disclosure>
          ))}
        </div>
      </section>
    </div>
  );
}

/** Shipping and return terms, with the figures that the checkout uses. */
export function ShippingFacts() {
  const t = useT();
  const { shippingCents, freeShippingAboveCents } = getShopTerms();
  const days = ([from, to]: readonly [number, number]) => ({ from, to });
  return (
    <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
      {shippingMethods.map((method) => (
        <Fact
          key={method}
          icon={<Truck />}
          title={t(`store.shipping.${method}`)}
          aside={<bdi dir="ltr">{formatMoney(shippingCents[method])}</bdi>}
        >
          {t("store.shipping.days", days(shippingDays[method]))}
          <br />
          {method === "standard"
            ? t("store.shipping.free", { price: `\u2066${formatMoney(freeShippingAboveCents)}\u2069` })
            : t("store.shipping.cash")}
        </Fact>
      ))}
      <Fact icon={<PackageOpen />} title={t("store.shipping.returns")}>
        {t("store.shipping.returnDays", { days: returnDays })} {t("store.shipping.refund", days(refundDays))}
      </Fact>
      <Fact icon={<BadgeCheck />} title={t("store.shipping.warranty")}>
        {t("store.shipping.warrantyText")}
      </Fact>
    </div>
  );
}

function Fact({
  icon,
  title,
  aside,
  children,
}: {
  icon: ReactNode;
  title: string;
  aside?: ReactNode;
  children: ReactNode;
}) {
  return (
    <Card className="grid content-start gap-2.5">
      <span
        aria-hidden="true"
        className="grid size-11 place-items-center rounded-1 bg-brand-soft text-brand-deep *:size-5.5"
      >
        {icon}
      </span>
      <h3 className="flex flex-wrap items-baseline justify-between gap-2 text-base">
        {title}
        {aside && <span className="text-sm font-semibold text-ink-2 tabular-nums">{aside}</span>}
      </h3>
      <p className="text-sm text-ink-2">{children}</p>
    </Card>
  );
}
