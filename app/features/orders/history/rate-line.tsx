import { useTranslation } from "react-i18next";
import { Form } from "react-router";
import { nameIn } from "#app/features/catalog/products.rules.ts";
import { useViewer } from "#app/features/users/use-viewer.ts";
import type { FormAnswer } from "#app/platform/http/forms/form.server.ts";
import { Field, FieldErrors } from "#app/platform/ui/forms/field.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { TextArea } from "#app/platform/ui/forms/text-input.tsx";
import { Disclosure } from "#app/platform/ui/overlays/disclosure.tsx";
import type { ShownLine } from "./order-lines.tsx";

const five = [5, 4, 3, 2, 1];

/** Form to rate a delivered line once, with stars and a text. */
export function RateLine({ line, answer }: { line: ShownLine; answer: FormAnswer | undefined }) {
  const { t } = useTranslation();
  const { language } = useViewer();
  const name = nameIn(language, line);
  if (line.isRated) return <p className="text-sm text-ink-2">{t("orders.rated", { stars: line.stars })}</p>;
  const errors = answer?.form.initialValue?.lineId === line.id ? (answer.form.error ?? {}) : {};
  return (
    <Disclosure summary={t("orders.rate")} open={Object.keys(errors).length > 0}>
      <Form method="post" className="grid gap-4">
        <input type="hidden" name="intent" value="rate" />
        <input type="hidden" name="lineId" value={line.id} />
        <fieldset>
          <legend className="mb-2 text-sm font-[550] text-ink">{t("orders.rateTitle", { name })}</legend>
          {/* Five to one in the source, so that a CSS sibling rule can highlight the chosen star and the ones before it. */}
          <div className="inline-flex max-w-full flex-row-reverse justify-end">
            {five.map((stars) => (
              <label
                key={stars}
                className="peer grid size-11 min-w-0 cursor-pointer place-items-center text-3xl leading-none text-line has-checked:text-sun peer-has-checked:text-sun hover:text-sun peer-hover:text-sun has-focus-visible:outline-3 has-focus-visible:outline-brand"
              >
                <input type="radio" name="stars" value={stars} className="sr-only" />
                <span aria-hidden="true">★</span>
                <span className="sr-only">{t("orders.starsCount", { count: stars })}</span>
              </label>
            ))}
          </div>
          <FieldErrors id={`${line.id}-stars`} errors={errors.stars ?? undefined} />
        </fieldset>
        <Field label={t("orders.reviewText")} mark={t("form.optional")} errors={errors.text ?? undefined}>
          <TextArea name="text" maxLength={2000} dir="auto" />
        </Field>
        <SubmitButton match={{ intent: "rate", lineId: line.id }} size="sm" className="justify-self-start">
          {t("orders.reviewSend")}
        </SubmitButton>
      </Form>
    </Disclosure>
  );
}
