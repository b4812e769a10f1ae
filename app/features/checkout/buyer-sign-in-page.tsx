import { href } from "react-router";
import { findPostedLines, readVisitorCart } from "#app/features/cart/cart.server.ts";
import { SummaryLines, SummarySums } from "#app/features/cart/cart-summary.tsx";
import { useCartView } from "#app/features/cart/use-cart.ts";
import { handlePhoneSignIn, loadPhoneSignIn } from "#app/features/phone-sign-in/phone-sign-in-steps.server.ts";
import { PhoneSignInStep, usePhoneSignInHeading } from "#app/features/phone-sign-in/phone-sign-in-steps.tsx";
import { appContext } from "#app/platform/http/request-info.server.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { Card } from "#app/platform/ui/card.tsx";
import type { PageHandle } from "#app/platform/ui/page/page-handle.ts";
import type { Route } from "./+types/buyer-sign-in-page";
import { CheckoutFrame, OrderCard } from "./checkout-frame.tsx";

export const handle = {
  i18n: ["accounts", "cart", "checkout", "phone", "store"],
  showsRefusal: true,
  title: "checkout.title",
} satisfies PageHandle;

const place = { here: href("/auth/checkout"), target: href("/checkout") };

export async function loader(args: Route.LoaderArgs) {
  const step = await loadPhoneSignIn(args, place);
  return { step, posted: await readVisitorCart(args.context.get(appContext), findPostedLines(args.request)) };
}

export const action = (args: Route.ActionArgs) => handlePhoneSignIn(args, place);

/** First step of the checkout for whoever is not signed in: the mobile number and its code, beside the visitor's cart. */
export default function BuyerSignInPage({ loaderData, actionData: answer }: Route.ComponentProps) {
  const t = useT();
  const { step, posted } = loaderData;
  const heading = usePhoneSignInHeading(step);
  const { title, lead } =
    step.stage === "number" ? { title: t("checkout.number.head"), lead: t("checkout.number.lead") } : heading;
  const stored = useCartView();
  const known = stored?.rows.length ? stored : posted;
  const view = known.rows.length > 0 ? known : null;
  return (
    <CheckoutFrame isSignedIn={false} view={view} method="standard" arrival={view?.arrival}>
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)]">
        <div className="grid min-w-0 gap-5">
          <Card as="section" className="grid gap-5">
            <div>
              <h2 className="text-lg">{title}</h2>
              <p className="mt-1 text-sm text-ink-2">{lead}</p>
            </div>
            <div className="grid w-full max-w-[480px] gap-5">
              <PhoneSignInStep step={step} answer={answer} isBuying />
            </div>
          </Card>
          {[t("checkout.address"), `${t("checkout.shipping")}\u00a0· ${t("checkout.payment")}`].map((later) => (
            <Card key={later} as="section" tone="sunken" pad="sm" className="text-ink-2 md:px-6">
              <h2 className="text-lg">{later}</h2>
            </Card>
          ))}
        </div>
        <div className="max-lg:hidden lg:sticky lg:top-24">
          {view && (
            <OrderCard>
              <SummaryLines view={view} />
              <SummarySums view={view} method="standard" arrival={view.arrival} />
            </OrderCard>
          )}
        </div>
      </div>
    </CheckoutFrame>
  );
}
