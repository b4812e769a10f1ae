import { href } from "react-router";
import { requireUser } from "#app/features/auth/guards.server.ts";
import { chipsForm } from "#app/features/tags/batches/batches.server.ts";
import { isSuccess, maxRows } from "#app/features/tags/batches/chip-outcomes.rules.ts";
import { type ChipReport, importChips } from "#app/features/tags/batches/import-chips.server.ts";
import { requireAdmin } from "#app/features/users/require-admin.server.ts";
import { readCsvText } from "#app/platform/http/csv/read-csv.server.ts";
import { type FormAnswer, handleForm } from "#app/platform/http/forms/form.server.ts";
import { useKeptAnswer } from "#app/platform/http/forms/use-kept-answer.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { Card } from "#app/platform/ui/card.tsx";
import { Chip } from "#app/platform/ui/chip.tsx";
import { AppForm } from "#app/platform/ui/forms/app-form.tsx";
import { Field } from "#app/platform/ui/forms/field.tsx";
import { FileInput } from "#app/platform/ui/forms/file-input.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { useAppForm } from "#app/platform/ui/forms/use-app-form.ts";
import { Table } from "#app/platform/ui/lists/table.tsx";
import { Ltr } from "#app/platform/ui/ltr.tsx";
import { Notice } from "#app/platform/ui/notice.tsx";
import { PageHeader } from "#app/platform/ui/page/page-header.tsx";
import type { Route } from "./+types/chip-import-page";

export const handle = { i18n: ["batches", "tags"], title: "batches.chips.title" };

export async function loader({ request, context }: Route.LoaderArgs) {
  requireAdmin((await requireUser(request, context)).actor);
  return null;
}

const shown = 500;

export async function action(args: Route.ActionArgs) {
  const { ctx, actor } = await requireUser(args.request, args.context);
  return handleForm(
    args,
    chipsForm,
    async ({ file, trial }) => {
      const text = readCsvText(new Uint8Array(await file.arrayBuffer()), "file");
      const report = await importChips(ctx, actor, text, { isTrial: trial === "1" });
      return Response.json(summary(report));
    },
    { files: true, failed: "batches.chips.failed" },
  );
}

function summary({ rows, isDone }: ChipReport) {
  const sorted = rows.toSorted((a, b) => Number(isSuccess(a.outcome)) - Number(isSuccess(b.outcome)));
  const bound = rows.filter(({ outcome }) => outcome === "bound").length;
  const isWrong = rows.some(({ outcome }) => !isSuccess(outcome));
  return { report: { rows: sorted.slice(0, shown), all: rows.length, bound, isWrong, isDone } };
}

type Report = ReturnType<typeof summary>["report"];

function Verdict({ report: { bound, isWrong, isDone } }: { report: Report }) {
  const t = useT();
  if (isWrong) return <Notice tone="lost" role="alert" title={t("batches.chips.nothing")} />;
  if (isDone) return <Notice tone="ok" role="status" title={t("batches.chips.done", { count: bound })} />;
  if (bound > 0) return <Notice role="status" title={t("batches.chips.trialGood", { count: bound })} />;
  return <Notice role="status" title={t("batches.chips.nothingNew")} />;
}

/** Page that imports a factory's file of chips and tags, and shows the outcome of each row. */
export default function ChipImportPage({ actionData }: Route.ComponentProps) {
  const answer = useKeptAnswer<FormAnswer & { report?: Report }>(actionData);
  const t = useT();
  const refused = answer?.form ? answer : undefined;
  const [form, fields] = useAppForm<{ file: File }>({ id: "chips", answer: refused });
  const report = answer && "report" in answer ? answer.report : null;
  return (
    <div className="grid gap-6">
      <PageHeader
        path={[
          { label: t("tags.adminTitle"), to: href("/admin/tags") },
          { label: t("batches.title"), to: href("/admin/tags/batches") },
        ]}
        title={t("batches.chips.title")}
        lead={t("batches.chips.lead")}
      />
      <Card as="section">
        <AppForm form={form} encType="multipart/form-data" className="grid gap-4">
          <Field id={fields.file.id} label={t("batches.chips.file")} errors={fields.file.errors}>
            <FileInput
              name="file"
              accept=".csv,text/csv,text/plain"
              required
              text={t("batches.chips.fileHint", { most: maxRows.toLocaleString("en") })}
              chooseLabel={t("batches.chips.choose")}
            />
          </Field>
          <p className="max-w-[62ch] text-sm text-ink-2">{t("batches.chips.allOrNothing")}</p>
          <div className="flex flex-wrap gap-3">
            <SubmitButton>{t("batches.chips.take")}</SubmitButton>
            <SubmitButton variant="ghost" name="trial" value="1">
              {t("batches.chips.trial")}
            </SubmitButton>
          </div>
        </AppForm>
      </Card>
      {report && (
        <section className="grid gap-3" aria-label={t("batches.chips.report")}>
          <Verdict report={report} />
          <p className="text-sm text-ink-2">
            {t("batches.chips.shown", { shown: report.rows.length, all: report.all })}
          </p>
          <Table
            caption={t("batches.chips.report")}
            rows={report.rows}
            rowKey={({ line }) => String(line)}
            columns={[
              { key: "line", head: t("batches.chips.line"), primary: true, cell: ({ line }) => line },
              {
                key: "code",
                head: t("batches.chips.code"),
                cell: ({ code }) => (code ? <Ltr className="break-all">{code}</Ltr> : null),
              },
              {
                key: "uid",
                head: t("batches.chips.uid"),
                cell: ({ uid }) => (uid ? <Ltr className="break-all">{uid}</Ltr> : null),
              },
              {
                key: "outcome",
                head: t("batches.chips.outcome"),
                cell: ({ outcome }) => (
                  <Chip tone={outcome === "bound" ? "ok" : isSuccess(outcome) ? "plain" : "lost"}>
                    {t(`batches.chips.outcomes.${outcome}`)}
                  </Chip>
                ),
              },
            ]}
          />
        </section>
      )}
    </div>
  );
}
