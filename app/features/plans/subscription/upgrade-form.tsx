import { getInputProps } from "@conform-to/react";
import Check from "lucide-react/icons/check";
import { type FormEvent, useState } from "react";
import type { FormAnswer } from "#app/platform/http/forms/form.server.ts";
import { formatMoney } from "#app/platform/i18n/money.rules.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { Card, CardHeader } from "#app/platform/ui/card.tsx";
import { cx } from "#app/platform/ui/cx.ts";
import { AppForm } from "#app/platform/ui/forms/app-form.tsx";
import { PhotoField } from "#app/platform/ui/forms/photo-field.tsx";
import { RadioCards } from "#app/platform/ui/forms/radio-cards.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { LineField, ProseField } from "#app/platform/ui/forms/text-fields.tsx";
import { useAppForm } from "#app/platform/ui/forms/use-app-form.ts";
import { Ltr } from "#app/platform/ui/ltr.tsx";
import { PlanPoints } from "../plan-points.tsx";
import type { UpgradeFields } from "../plans.forms.server.ts";
import { type Offer, offerKey, type Plan } from "../plans.rules.ts";
import { maxLengths, type PayTo, paymentMethods } from "../upgrade-requests.rules.ts";

interface UpgradeFormProps {
  /** The current plan, whose features are shown above. */
  plan: Plan;
  offers: Offer[];
  payTo: PayTo;
  /** Preselected offer. */
  chosen: string | undefined;
  answer: FormAnswer | undefined;
}

/** Shows the payment address of the selected method, without JavaScript. */
const onceChosen = "[label:not(:has(:checked))_&]:hidden";

/** Form to request a plan: offer, payment method and proof of payment. */
export function UpgradeForm({ plan: own, offers, payTo, chosen, answer }: UpgradeFormProps) {
  const t = useT();
  const others = [...new Set(offers.map(({ plan }) => plan))].filter((plan) => plan !== own);
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
        <div className={cx("grid gap-4", others.length > 1 && "sm:grid-cols-2")}>
          {others.map((plan) => (
            <section key={plan} className="grid content-start gap-3 rounded-2 bg-sunken/60 p-4">
              <h3 className="text-base">{t(`plans.names.${plan}`)}</h3>
              <PlanPoints plan={plan} icon={<Check aria-hidden className="mt-0.5 size-5 shrink-0 text-brand" />} />
            </section>
          ))}
        </div>
        <RadioCards
          {...getInputProps(fields.offer, { type: "radio", value: false })}
          key={fields.offer.key}
          id={fields.offer.id}
          legend={t("subscription.offer")}
          hint={t("subscription.offerHint")}
          defaultValue={fields.offer.initialValue}
          errors={fields.offer.errors}
          columns={3}
          options={offers.map((offer) => ({
            value: offerKey(offer),
            title: t("subscription.offerName", { plan: t(`plans.names.${offer.plan}`), count: offer.months }),
            text: offer.months > 1 && (
              <bdi>{t("subscription.aMonth", { price: formatMoney(Math.round(offer.priceCents / offer.months)) })}</bdi>
            ),
            aside: <Ltr className="font-semibold tabular-nums">{formatMoney(offer.priceCents)}</Ltr>,
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
        <LineField
          field={fields.reference}
          label={t("subscription.reference")}
          hint={t("subscription.referenceHint")}
          max={maxLengths.reference}
        />
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
        <ProseField
          field={fields.notes}
          label={t("subscription.notes")}
          hint={t("subscription.notesHint")}
          max={maxLengths.notes}
        />
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
