import type { data } from "react-router";
import type { FormAnswer } from "#app/platform/http/forms/form.server.ts";
import { cutText } from "#app/platform/i18n/text/plain-text.ts";
import type { RejectedForm } from "./finder-parts.server.tsx";

/** Submitted text that a page shows again, at most. */
const maxShown = 4000;

/** Returns the error and the submitted text of a rejected form. */
export function toRejectedForm({
  data: { intent, form, refusal },
  init,
}: ReturnType<typeof data<FormAnswer>>): RejectedForm {
  const [field = null, messages] = Object.entries(form.error ?? {}).find(([name, found]) => name && found) ?? [];
  return {
    intent: intent ?? "",
    status: init?.status ?? 400,
    message: refusal ?? messages?.[0] ?? "",
    field,
    typed: textsOf(Object.entries(form.initialValue ?? {})),
  };
}

/** Returns a form that was submitted by the button of a language: what was typed, without an error. */
export function keepTyped(posted: FormData): RejectedForm {
  const typed = textsOf([...posted]);
  return { intent: typed.intent ?? "", status: 200, message: "", field: null, typed };
}

function textsOf(fields: [string, unknown][]): Record<string, string> {
  return Object.fromEntries(
    fields.flatMap(([name, value]) => (typeof value === "string" ? [[name, cutText(value, maxShown)]] : [])),
  );
}
