import { type ReactNode, type SyntheticEvent, useState } from "react";
import { useTranslation } from "react-i18next";

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/**
 * Shows the browser's validation errors next to the field in the page's language, instead of the browser's bubble.
 * `watch` belongs on the element around the control. The first invalid control of a form is focused.
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
