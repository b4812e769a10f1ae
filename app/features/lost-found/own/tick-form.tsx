import type { ReactNode } from "react";
import { useFetcher } from "react-router";
import { useT } from "#app/platform/i18n/use-t.ts";
import { AppForm } from "#app/platform/ui/forms/app-form.tsx";
import type { PlanStep } from "../search-plan.rules.ts";
import type { OwnReportView } from "./own-report-view.server.ts";

/** Returns whether a step of the search plan is done, and a function that marks it as done. */
export function useTick<Step extends PlanStep>(
  { planDone }: Pick<OwnReportView["report"], "planDone">,
  step: Step,
  list: "first" | "plan",
) {
  const fetcher = useFetcher();
  const pending = fetcher.formData ? fetcher.formData.get("isDone") === "on" : null;
  const isDone = pending ?? planDone.includes(step);
  const values = { intent: "tick", list, step };
  const markDone = () => {
    if (!isDone) void fetcher.submit({ ...values, isDone: "on" }, { method: "post", preventScrollReset: true });
  };
  return { step, fetcher, isDone, values, markDone };
}

export type Tick<Step extends PlanStep = PlanStep> = ReturnType<typeof useTick<Step>>;

/** Button that ticks a step or removes its tick; `name` says what the step is. */
export function TickForm({
  tick: { fetcher, isDone, values },
  name,
  className,
  children,
}: {
  tick: Tick;
  name: string;
  className: string;
  children: ReactNode;
}) {
  const t = useT();
  return (
    <AppForm fetcher={fetcher} values={{ ...values, isDone: isDone ? undefined : "on" }} preventScrollReset>
      <button
        type="submit"
        aria-label={t(isDone ? "searchPlan.untick" : "searchPlan.tick", { step: name })}
        className={className}
      >
        {children}
      </button>
    </AppForm>
  );
}
