import Check from "lucide-react/icons/check";
import ChevronDown from "lucide-react/icons/chevron-down";
import type { ReactNode } from "react";
import { SummaryLines, SummarySums, totalOf } from "#app/features/cart/cart-summary.tsx";
import type { CartView } from "#app/features/cart/cart-view.rules.ts";
import type { ArrivalSpan } from "#app/features/catalog/delivery.rules.ts";
import { Money } from "#app/features/catalog/money.tsx";
import type { ShippingMethod } from "#app/features/catalog/shipping.rules.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { Card } from "#app/platform/ui/card.tsx";
import { cx } from "#app/platform/ui/cx.ts";
import { PageHeader } from "#app/platform/ui/page/page-header.tsx";

const steps = ["number", "address", "shipping"] as const;

/** The page of the checkout, before and after signing in: its steps, on a phone the folded order, and the content. */
export function CheckoutFrame({
  isSignedIn,
  children,
  ...summary
}: {
  isSignedIn: boolean;
  children: ReactNode;
} & SummaryProps) {
  const t = useT();
  return (
    <div className="group/page wrap py-5 md:py-10">
      <PageHeader title={t("checkout.title")} lead={t("checkout.lead")} />
      <Steps isSignedIn={isSignedIn} />
      <FoldedSummary {...summary} />
      {children}
    </div>
  );
}

/**
 * The steps in order: those that are done, the one at hand and those to come. After signing in they are sections of one
 * page, and the one with the focus is at hand.
 */
function Steps({ isSignedIn }: { isSignedIn: boolean }) {
  const t = useT();
  return (
    <nav aria-label={t("checkout.steps.label")} className="mb-4">
      <ol className="flex flex-wrap gap-x-4 gap-y-1">
        {steps.map((step, place) => {
          const isDone = isSignedIn && step === "number";
          const isCurrent = step === (isSignedIn ? "address" : "number");
          const content = (
            <>
              <span
                aria-hidden="true"
                className={cx(
                  "grid size-6 place-items-center rounded-full text-xs font-semibold",
                  isCurrent || isDone ? "bg-brand text-brand-ink" : "bg-brand-soft text-brand-deep",
                )}
              >
                {isDone ? <Check className="size-4" strokeWidth={3} /> : place + 1}
              </span>
              {t(`checkout.steps.${step}`)}
              {isDone && <span className="sr-only">: {t("checkout.steps.done")}</span>}
            </>
          );
          const className = cx(
            "flex min-h-11 items-center gap-2 text-sm",
            isCurrent ? "font-semibold text-ink" : "text-ink-2",
          );
          return (
            <li key={step} aria-current={isCurrent ? "step" : undefined}>
              {isSignedIn && !isDone ? (
                <a href={`#${step}`} className={cx(className, "hover:text-ink")}>
                  {content}
                </a>
              ) : (
                <span className={className}>{content}</span>
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

interface SummaryProps {
  /** Null while it is not known. */
  view: CartView | null;
  method: ShippingMethod;
  arrival: ArrivalSpan | undefined;
}

/** The order, folded, for screens without room beside the form. */
function FoldedSummary({ view, method, arrival }: SummaryProps) {
  const t = useT();
  return (
    <details className="group mb-5 rounded-2 border border-line bg-surface lg:hidden">
      <summary className="flex min-h-14 list-none items-center gap-3 rounded-2 px-5 py-3 font-semibold [&::-webkit-details-marker]:hidden">
        {t("checkout.summary")}
        <ChevronDown aria-hidden className="size-5 shrink-0 text-ink-3 transition-transform group-open:rotate-180" />
        {view && <Money cents={totalOf(view, method)} className="ms-auto tabular-nums" />}
      </summary>
      {view && (
        <div className="grid gap-4 px-5 pb-5">
          <SummaryLines view={view} />
          <SummarySums view={view} method={method} arrival={arrival} />
        </div>
      )}
    </details>
  );
}

/** Card with the order beside the form. */
export function OrderCard({ children }: { children: ReactNode }) {
  const t = useT();
  return (
    <Card as="section" className="grid gap-4">
      <h2 className="text-lg">{t("checkout.summary")}</h2>
      {children}
    </Card>
  );
}
