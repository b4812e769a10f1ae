import { type ReactNode, type SyntheticEvent, useState } from "react";
import { useTranslation } from "react-i18next";

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/**
 * What the browser's own validation finds wrong with the control inside, as a message of the page: in the page's language
 * and beside the field, instead of the browser's bubble in the browser's language. `watch` goes onto the element around
 * the control. The first wrong control of a form gets the focus, as with the bubble.
 */
export function useNativeErrors(requiredMessage?: ReactNode) {
  const { t } = useTranslation();
  const [problem, setProblem] = useState<"missing" | "invalid" | null>(null);
  const message = problem === "missing" ? (requiredMessage ?? t("form.required")) : t("form.invalid");
  return {
    errors: problem ? [message] : undefined,
    watch: {
      onInvalidCapture(event: SyntheticEvent) {
        event.preventDefault();
        const control = event.target as Control;
        setProblem(control.validity.valueMissing ? "missing" : "invalid");
        if (control.form?.querySelector("input:invalid, select:invalid, textarea:invalid") === control) control.focus();
      },
      onChangeCapture: () => setProblem(null),
    },
  };
}
