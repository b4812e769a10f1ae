import { href, useLoaderData } from "react-router";
import { requireUser } from "#app/features/auth/guards.server.ts";
import { type PlanSettingsFields, planSettingsForm } from "#app/features/plans/plans.forms.server.ts";
import { lengths, type Months, type PaidPlan, paidPlans } from "#app/features/plans/plans.rules.ts";
import { getPlanSettings, updatePlanSettings } from "#app/features/plans/plans.server.ts";
import { maxLengths, payableMethods } from "#app/features/plans/upgrade-requests.rules.ts";
import { type FormAnswer, handleForm } from "#app/platform/http/forms/form.server.ts";
import { useOpenedVersion } from "#app/platform/http/forms/use-opened-version.ts";
import { redirectWithToast } from "#app/platform/http/toast.server.ts";
import { nameCurrency, toMajorUnits } from "#app/platform/i18n/money.rules.ts";
import { useT, useWords } from "#app/platform/i18n/use-t.ts";
import { Card, CardHeader } from "#app/platform/ui/card.tsx";
import { AppForm } from "#app/platform/ui/forms/app-form.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { LineField } from "#app/platform/ui/forms/text-fields.tsx";
import { useAppForm } from "#app/platform/ui/forms/use-app-form.ts";
import { PageHeader } from "#app/platform/ui/page/page-header.tsx";
import type { Route } from "./+types/plan-settings-page";

const pagePath = href("/admin/upgrade-requests/settings");

export const handle = { i18n: ["plans", "subscription", "upgradeReview"], title: "upgradeReview.settings.title" };

export async function loader({ context, request }: Route.LoaderArgs) {
  const { ctx } = await requireUser(request, context);
  return getPlanSettings(ctx);
}

export async function action(args: Route.ActionArgs) {
  const { ctx, actor } = await requireUser(args.request, args.context);
  return handleForm(
    args,
    planSettingsForm,
    async (form) => {
      await updatePlanSettings(ctx, actor, form);
      return redirectWithToast(pagePath, "upgradeReview.settings.saved");
    },
    { failed: "upgradeReview.settings.failed" },
  );
}

/** Page to edit the prices of the plans and the payment details. */
export default function PlanSettingsPage({ loaderData, actionData: answer }: Route.ComponentProps) {
  const { t, language } = useWords();
  const version = useOpenedVersion(loaderData.version, answer);
  const title = t("upgradeReview.settings.title");
  const path = [{ label: t("upgradeReview.title"), to: href("/admin/upgrade-requests") }];
  return (
    <div className="mx-auto w-full max-w-3xl">
      <PageHeader
        title={title}
        lead={t("upgradeReview.settings.lead", { currency: nameCurrency(language) })}
        path={path}
      />
      <SettingsForm key={version} version={version} answer={answer} />
    </div>
  );
}

function SettingsForm({ version, answer }: { version: number; answer: FormAnswer | undefined }) {
  const t = useT();
  const { prices, payTo } = useLoaderData<typeof loader>();
  const [form, fields] = useAppForm<PlanSettingsFields>({
    id: "plan-settings",
    answer,
    defaultValue: {
      version: String(version),
      payTo,
      prices: Object.fromEntries(
        paidPlans.map((plan) => [
          plan,
          Object.fromEntries(lengths.map((months) => [`m${months}`, toMajorUnits(prices[plan][months])])),
        ]),
      ),
    },
  });
  const pricesOf = fields.prices.getFieldset();
  const places = fields.payTo.getFieldset();
  const priceField = (plan: PaidPlan, months: Months) => pricesOf[plan].getFieldset()[`m${months}`];
  return (
    <AppForm form={form} summary={() => undefined} values={{ version }} className="grid grid-cols-1 gap-5">
      <Card as="section">
        <CardHeader title={t("upgradeReview.settings.prices")} />
        <div className="grid gap-5 sm:grid-cols-3">
          {paidPlans.flatMap((plan) =>
            lengths.map((months) => (
              <LineField
                key={`${plan} ${months}`}
                field={priceField(plan, months)}
                label={t("upgradeReview.settings.price", { plan: t(`plans.names.${plan}`), count: months })}
                max={14}
                inputMode="decimal"
                ltr
                needed
              />
            )),
          )}
        </div>
      </Card>
      <Card as="section">
        <CardHeader title={t("upgradeReview.settings.payTo")} text={t("upgradeReview.settings.payToText")} />
        <div className="grid gap-5">
          {payableMethods.map((method) => (
            <LineField
              key={method}
              field={places[method]}
              label={t(`subscription.methods.${method}`)}
              max={maxLengths.payTo}
            />
          ))}
        </div>
      </Card>
      <div>
        <SubmitButton size="lg">{t("upgradeReview.settings.save")}</SubmitButton>
      </div>
    </AppForm>
  );
}
