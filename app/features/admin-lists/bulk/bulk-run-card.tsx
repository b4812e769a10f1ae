import { useEffect } from "react";
import { href, useRevalidator } from "react-router";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { Card } from "#app/platform/ui/card.tsx";
import { AppForm } from "#app/platform/ui/forms/app-form.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { Disclosure } from "#app/platform/ui/overlays/disclosure.tsx";
import type { BulkRunView } from "./bulk-runs.server.ts";

/** Interval at which the progress of a run is reloaded, in milliseconds. */
const pollInterval = 1_000;

/** Progress and result of a bulk run: rejected rows with reasons, and a button to undo it if possible. */
export function BulkRunCard({ run }: { run: BulkRunView }) {
  const { t, format } = useViewer();
  const { revalidate } = useRevalidator();
  const worked = run.done + run.refused;
  useEffect(() => {
    if (run.isFinished) return;
    const timer = setInterval(revalidate, pollInterval);
    return () => clearInterval(timer);
  }, [run.isFinished, revalidate]);
  return (
    <Card as="section" pad="sm" tone={run.refused > 0 ? "sun" : "sunken"} className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p role="status" className="text-sm font-[550]">
          {run.isFinished
            ? t(run.isUndo ? "bulk.undone" : "bulk.done", { count: run.done, number: format.number(run.done) })
            : t("bulk.working", { done: format.number(worked), total: format.number(run.total) })}
          {run.isStopped && ` ${t("bulk.stopped")}`}
          {run.refused > 0 && ` ${t("bulk.refused", { count: run.refused, number: format.number(run.refused) })}`}
        </p>
        {run.canUndo && (
          <AppForm intent="undo" action={href("/admin/bulk-runs/:runId", { runId: run.id })}>
            <SubmitButton variant="ghost" size="sm">
              {t("bulk.undo")}
            </SubmitButton>
          </AppForm>
        )}
      </div>
      {!run.isFinished && (
        <progress aria-label={t("bulk.progress")} value={worked} max={run.total} className="w-full accent-brand" />
      )}
      {run.refusals.length > 0 && (
        <Disclosure open={run.refusals.length <= 5} summary={t("bulk.whyRefused")}>
          <ul className="grid gap-1 text-sm">
            {run.refusals.map(({ id, name, reason }) => (
              <li key={id} className="flex flex-wrap gap-x-2">
                <bdi className="font-[550]">{name}</bdi>
                <span className="text-ink-2">{reason}</span>
              </li>
            ))}
          </ul>
        </Disclosure>
      )}
    </Card>
  );
}
