import { useSearchParams } from "react-router";
import { useT } from "#app/platform/i18n/use-t.ts";
import { AppForm } from "#app/platform/ui/forms/app-form.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { Question } from "./question.tsx";

export interface PackCounts {
  toConfirm: number;
  others: number;
  /** Whether the shop's settings allow packing unconfirmed orders. */
  mayPackAll: boolean;
}

/** Asks what to do with selected orders whose buyers have not confirmed them yet; the URL has the selection. */
export function PackQuestion({ counts }: { counts: PackCounts }) {
  const t = useT();
  const [query] = useSearchParams();
  const { toConfirm, others, mayPackAll } = counts;
  const title = t("adminOrders.pack.title", {
    confirmed: t("adminOrders.pack.confirmed", { count: others }),
    toConfirm: t("adminOrders.pack.toConfirm", { count: toConfirm }),
  });
  return (
    <Question title={title} text={t("adminOrders.pack.text")} back={withoutQuestion(query)}>
      <AppForm className="grid gap-2">
        {[...query]
          .filter(([name]) => name === "ids" || name === "all")
          .map(([name, value]) => (
            <input key={name + value} type="hidden" name={name} value={value} />
          ))}
        {others > 0 && (
          <SubmitButton full name="intent" value="packConfirmed">
            {t("adminOrders.pack.confirmedOnly", { count: others })}
          </SubmitButton>
        )}
        <SubmitButton full name="intent" value="remind" variant="ghost">
          {t("adminOrders.pack.remind", { count: toConfirm })}
        </SubmitButton>
        {mayPackAll && (
          <SubmitButton full name="intent" value="packAll" variant="ghost">
            {t("adminOrders.pack.all", { count: toConfirm + others })}
          </SubmitButton>
        )}
      </AppForm>
    </Question>
  );
}

/** Returns the list's query without the question and its selection. */
export function withoutQuestion(query: URLSearchParams): string {
  const rest = new URLSearchParams([...query].filter(([name]) => !["ask", "ids", "all"].includes(name)));
  return `?${rest}`;
}
