import { getInputProps } from "@conform-to/react";
import Check from "lucide-react/icons/check";
import { type FormEvent, useState } from "react";
import { href, Link } from "react-router";
import type { FormAnswer } from "#app/platform/http/forms/form.server.ts";
import { formatMoney } from "#app/platform/i18n/money.rules.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import type { Translate } from "#app/platform/i18n/words.ts";
import { Card, CardHeader } from "#app/platform/ui/card.tsx";
import { Chip } from "#app/platform/ui/chip.tsx";
import { cx } from "#app/platform/ui/cx.ts";
import { AppForm } from "#app/platform/ui/forms/app-form.tsx";
import { PhotoField } from "#app/platform/ui/forms/photo-field.tsx";
import { type RadioCard, RadioCards } from "#app/platform/ui/forms/radio-cards.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { LineField, ProseField } from "#app/platform/ui/forms/text-fields.tsx";
import { useAppForm } from "#app/platform/ui/forms/use-app-form.ts";
import { Ltr } from "#app/platform/ui/ltr.tsx";
import { PlanPoints } from "../plan-points.tsx";
import type { UpgradeFields } from "../plans.forms.server.ts";
import { type Offer, offerKey, type Plan } from "../plans.rules.ts";
import { maxLengths, type PayTo, paymentMethods } from "../upgrade-requests.rules.ts";

interface UpgradeFormProps {
  /** The current plan. */
  plan: Plan;
  offers: Offer[];
  payTo: PayTo;
  /** Preselected offer. */
  chosen: string | undefined;
  answer: FormAnswer | undefined;
}

/** Shows the payment address of the selected method, without JavaScript. */
const onceChosen = "[label:not(:has(:checked))_&]:hidden";

/** Name and features of a plan, above its offers. */
function PlanHead({ plan, isOwn }: { plan: Plan; isOwn: boolean }) {
  const t = useT();
  return (
    <>
      <h3 className="flex flex-wrap items-center justify-between gap-2 text-lg">
        {t(`plans.names.${plan}`)}
        {isOwn && <Chip tone="brand">{t("subscription.yours")}</Chip>}
      </h3>
      <PlanPoints plan={plan} icon={<Check aria-hidden className="mt-0.5 size-5 shrink-0 text-brand" />} />
    </>
  );
}

/** An offer by its length, with the price of a month and, for several months, the sum and what it saves. */
function toOption(offer: Offer, offers: readonly Offer[], t: Translate): RadioCard {
  const { plan, months, priceCents } = offer;
  const aMonth = priceCents / months;
  const single = offers.find((one) => one.plan === plan && one.months === 1);
  const saved = single ? Math.floor(100 * (1 - aMonth / single.priceCents)) : 0;
  return {
    value: offerKey(offer),
    title: (
      <>
        <span className="sr-only">
          {t("subscription.offerName", { plan: t(`plans.names.${plan}`), count: months })}
        </span>
        <span aria-hidden="true">{t("subscription.length", { count: months })}</span>
      </>
    ),
    text: months > 1 && (
      <span className="flex flex-wrap gap-x-2">
        <bdi>{t("subscription.inAll", { price: `\u2066${formatMoney(priceCents)}\u2069` })}</bdi>
        {saved > 0 && (
          <bdi className="font-medium text-ok">{t("subscription.saves", { percent: `\u2066${saved}%\u2069` })}</bdi>
        )}
      </span>
    ),
    aside: (
      <bdi className="text-sm font-semibold tabular-nums">
        {t("subscription.aMonth", { price: `\u2066${formatMoney(Math.round(aMonth))}\u2069` })}
      </bdi>
    ),
  };
}

/** Form to request a plan: offer, payment method and proof of payment. */
export function UpgradeForm({ plan: own, offers, payTo, chosen, answer }: UpgradeFormProps) {
  const t = useT();
  const [form, fields] = useAppForm<UpgradeFields>({
    id: "upgrade",
    intent: "ask",
    answer,
    defaultValue: { offer: chosen },
  });
  const labels: Record<string, string> = {
    offer: t("subscription.offer"),
    paymentMethod: t("subscription.chooseMethod"),
    reference: t("subscription.reference"),
    proof: t("subscription.proof"),
    notes: t("subscription.notes"),
  };
  const [selectedOffer, setSelectedOffer] = useState(String(fields.offer.initialValue ?? ""));
  const onChange = ({ target }: FormEvent) => {
    if (target instanceof HTMLInputElement && target.name === fields.offer.name) setSelectedOffer(target.value);
  };
  const offer = offers.find((one) => offerKey(one) === selectedOffer);
  return (
    <Card as="section">
      <CardHeader
        title={t(own === "basic" ? "subscription.askTitle" : "subscription.renewTitle")}
        text={t("subscription.askText")}
        action={
          <Link to={href("/get-started")} className="link inline-flex min-h-11 items-center text-sm">
            {t("subscription.compare")}
          </Link>
        }
      />
      <AppForm
        form={form}
        summary={(field) => labels[field]}
        encType="multipart/form-data"
        onChange={onChange}
        className="grid grid-cols-1 gap-6"
      >
        {offers.map((offer) => (
          <input key={offerKey(offer)} type="hidden" name={`seen.${offerKey(offer)}`} value={offer.priceCents} />
        ))}
        <RadioCards
          {...getInputProps(fields.offer, { type: "radio", value: false })}
          key={fields.offer.key}
          id={fields.offer.id}
          legend={t("subscription.offer")}
          hideLegend
          hint={t("subscription.offerHint")}
          defaultValue={fields.offer.initialValue}
          errors={fields.offer.errors}
          groups={[...new Set(offers.map(({ plan }) => plan))].map((plan) => ({
            key: plan,
            head: <PlanHead plan={plan} isOwn={plan === own} />,
            options: offers.filter((offer) => offer.plan === plan).map((offer) => toOption(offer, offers, t)),
          }))}
        />
        <RadioCards
          {...getInputProps(fields.paymentMethod, { type: "radio", value: false })}
          key={fields.paymentMethod.key}
          id={fields.paymentMethod.id}
          legend={t("subscription.chooseMethod")}
          defaultValue={fields.paymentMethod.initialValue}
          errors={fields.paymentMethod.errors}
          columns={2}
          options={paymentMethods.map((method) => ({
            value: method,
            title: t(`subscription.methods.${method}`),
            text:
              method === "other" ? (
                t("subscription.methodTexts.other")
              ) : payTo[method] ? (
                <bdi className={cx("wrap-anywhere", onceChosen)}>{payTo[method]}</bdi>
              ) : method === "instapay" ? (
                t("subscription.methodTexts.instapay")
              ) : (
                <span className={onceChosen}>{t("subscription.toldLater")}</span>
              ),
          }))}
        />
        <div className="grid items-start gap-6 lg:grid-cols-2">
          <PhotoField
            key={answer?.at}
            id={fields.proof.id}
            name="proof"
            label={t("subscription.proof")}
            mark={t("form.optional")}
            errors={fields.proof.errors}
            title={t("subscription.proofTitle")}
            text={t("subscription.proofText")}
            chooseLabel={t("subscription.proofChoose")}
          />
          <LineField
            field={fields.reference}
            label={t("subscription.reference")}
            hint={t("subscription.referenceHint")}
            max={maxLengths.reference}
          />
          <ProseField
            field={fields.notes}
            label={t("subscription.notes")}
            hint={t("subscription.notesHint")}
            max={maxLengths.notes}
            className="lg:col-span-2"
          />
        </div>
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4 rounded-2 bg-sunken/60 p-4">
          <p role="status" className="grid leading-snug">
            {offer ? (
              <>
                <span className="text-sm text-ink-2">
                  {t("subscription.offerName", { plan: t(`plans.names.${offer.plan}`), count: offer.months })}
                </span>
                <Ltr className="text-lg font-[650] tabular-nums">{formatMoney(offer.priceCents)}</Ltr>
                <span className="text-xs text-ink-2">{t("subscription.endsByItself")}</span>
              </>
            ) : (
              <span className="text-sm text-ink-2">{t("subscription.chooseOffer")}</span>
            )}
          </p>
          <SubmitButton size="lg">{t("subscription.send")}</SubmitButton>
        </div>
      </AppForm>
    </Card>
  );
}
