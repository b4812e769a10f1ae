import { useTranslation } from "react-i18next";
import { Form } from "react-router";
import { replaceReasons } from "#app/features/tags/tags.rules.ts";
import type { FormAnswer } from "#app/platform/http/forms/form.server.ts";
import { RadioCards } from "#app/platform/ui/forms/radio-cards.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";

/** First step: why the old tag is to be replaced. */
export function ReasonForm({ answer }: { answer: FormAnswer | undefined }) {
  const { t } = useTranslation();
  const errors = answer?.intent === "ask" ? (answer.form.error?.reason ?? undefined) : undefined;
  return (
    <Form method="post" className="grid gap-5">
      <RadioCards
        legend={t("replacement.reason")}
        name="reason"
        required
        columns={2}
        {...(errors ? { errors } : {})}
        options={replaceReasons.map((value) => ({
          value,
          title: t(`replacement.reasons.${value}`),
          text: t(`replacement.reasonTexts.${value}`),
        }))}
      />
      <div>
        <SubmitButton variant="sun" name="intent" value="ask">
          {t("replacement.next")}
        </SubmitButton>
      </div>
    </Form>
  );
}
