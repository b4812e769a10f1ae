import Download from "lucide-react/icons/download";
import { href, Link } from "react-router";
import { redirectToBulkRun } from "#app/features/admin-lists/bulk/bulk-runs.server.ts";
import { requireUser } from "#app/features/auth/guards.server.ts";
import { Money } from "#app/features/catalog/money.tsx";
import { settlementForm } from "#app/features/orders/orders.forms.server.ts";
import { requireAdmin } from "#app/features/users/require-admin.server.ts";
import { readCsvText } from "#app/platform/http/csv/read-csv.server.ts";
import { type FormAnswer, handleForm } from "#app/platform/http/forms/form.server.ts";
import { useKeptAnswer } from "#app/platform/http/forms/use-kept-answer.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { buttonClass } from "#app/platform/ui/button.tsx";
import { Card, CardHeader } from "#app/platform/ui/card.tsx";
import { Chip } from "#app/platform/ui/chip.tsx";
import { AppForm } from "#app/platform/ui/forms/app-form.tsx";
import { Field } from "#app/platform/ui/forms/field.tsx";
import { FileInput } from "#app/platform/ui/forms/file-input.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { Table } from "#app/platform/ui/lists/table.tsx";
import { Code, Ltr } from "#app/platform/ui/ltr.tsx";
import { Notice } from "#app/platform/ui/notice.tsx";
import { PageHeader } from "#app/platform/ui/page/page-header.tsx";
import type { Route } from "./+types/couriers-page";
import { couriers, isDifference, maxSettlementLines, maxShownLines } from "./couriers.rules.ts";
import { checkSettlement, recordSettlement, type SettlementLine } from "./settlement.server.ts";

export const handle = { i18n: ["adminOrders", "couriers"], title: "couriers.title" };

export async function loader({ request, context }: Route.LoaderArgs) {
  requireAdmin((await requireUser(request, context)).actor);
  return null;
}

export async function action(args: Route.ActionArgs) {
  const { ctx, actor } = await requireUser(args.request, args.context);
  return handleForm(
    args,
    settlementForm,
    async ({ file, isTrial }) => {
      const text = readCsvText(new Uint8Array(await file.arrayBuffer()), "file");
      if (isTrial) return Response.json({ settlement: summarize(await checkSettlement(ctx, actor, text)) });
      const listPath = `${href("/admin/orders")}?status=unpaid`;
      return redirectToBulkRun(listPath, await recordSettlement(ctx, actor, text, listPath));
    },
    { files: true, failed: "couriers.failed" },
  );
}

/** Puts differences first and limits the number of lines shown. */
function summarize(lines: readonly SettlementLine[]) {
  const matching = lines.filter(({ outcome }) => outcome === "match");
  const sorted = lines.toSorted(
    (one, other) => Number(isDifference(other.outcome)) - Number(isDifference(one.outcome)),
  );
  return {
    lines: sorted.slice(0, maxShownLines),
    total: lines.length,
    matching: matching.length,
    matchingCents: matching.reduce((sum, { paidCents }) => sum + (paidCents ?? 0), 0),
    differences: lines.filter(({ outcome }) => isDifference(outcome)).length,
  };
}

type Settlement = ReturnType<typeof summarize>;

/** Page with the files for each courier's upload, and the check of a courier's settlement file against the orders. */
export default function CouriersPage({ actionData }: Route.ComponentProps) {
  const answer = useKeptAnswer<FormAnswer & { settlement?: Settlement }>(actionData);
  const t = useT();
  const refused = answer?.form ? answer : undefined;
  const settlement = answer && "settlement" in answer ? answer.settlement : null;
  return (
    <div className="grid grid-cols-1 gap-6">
      <PageHeader
        path={[{ label: t("adminOrders.title"), to: href("/admin/orders") }]}
        title={t("couriers.title")}
        lead={t("couriers.lead")}
      />
      <Card as="section">
        <CardHeader title={t("couriers.upload")} text={t("couriers.uploadText")} />
        <div className="flex flex-wrap gap-3">
          {couriers.map((courier) => (
            <a
              key={courier}
              href={href("/admin/orders/couriers/:courier", { courier })}
              download
              className={buttonClass({ variant: "ghost" })}
            >
              <Download aria-hidden className="size-5" />
              {t(`couriers.names.${courier}`)}
            </a>
          ))}
        </div>
      </Card>
      <Card as="section">
        <CardHeader title={t("couriers.settlement")} text={t("couriers.settlementText")} />
        <AppForm encType="multipart/form-data" className="grid gap-4">
          <Field label={t("couriers.file")} errors={refused?.form.error?.file ?? undefined}>
            <FileInput
              name="file"
              accept=".csv,text/csv,text/plain"
              required
              text={t("couriers.fileHint", { most: maxSettlementLines.toLocaleString("en") })}
              chooseLabel={t("couriers.choose")}
            />
          </Field>
          <div className="flex flex-wrap gap-3">
            <SubmitButton variant={settlement ? "ghost" : "main"} name="trial" value="1">
              {t("couriers.compare")}
            </SubmitButton>
            <SubmitButton variant={settlement ? "main" : "ghost"}>
              {settlement ? t("couriers.recordSome", { count: settlement.matching }) : t("couriers.record")}
            </SubmitButton>
          </div>
        </AppForm>
      </Card>
      {settlement && <SettlementReport settlement={settlement} />}
    </div>
  );
}

function SettlementReport({ settlement }: { settlement: Settlement }) {
  const t = useT();
  const { lines, total, matching, matchingCents, differences } = settlement;
  return (
    <section className="grid gap-3" aria-label={t("couriers.report")}>
      <Notice tone={differences > 0 ? "sun" : "ok"} role="status" title={t("couriers.matching", { count: matching })}>
        <Money cents={matchingCents} />
        {differences > 0 && `\u00a0· ${t("couriers.differences", { count: differences })}`}
      </Notice>
      <p className="text-sm text-ink-2">{t("couriers.shown", { shown: lines.length, all: total })}</p>
      <Table
        isDense
        caption={t("couriers.report")}
        rows={lines}
        rowKey={({ line }) => String(line)}
        columns={[
          {
            key: "name",
            head: t("couriers.lineName"),
            primary: true,
            cell: ({ name, orderNumber }) =>
              orderNumber ? (
                <Link to={href("/admin/orders/:orderNumber", { orderNumber })} className="link">
                  <Code>{orderNumber}</Code>
                </Link>
              ) : (
                <Ltr className="break-all">{name}</Ltr>
              ),
          },
          { key: "line", head: t("couriers.line"), isWide: true, cell: ({ line }) => line },
          {
            key: "outcome",
            head: t("couriers.outcome"),
            cell: ({ outcome }) => (
              <Chip tone={outcome === "match" ? "ok" : isDifference(outcome) ? "lost" : "plain"}>
                {t(`couriers.outcomes.${outcome}`)}
              </Chip>
            ),
          },
          {
            key: "due",
            head: t("couriers.due"),
            end: true,
            cell: ({ dueCents }) => (dueCents === null ? null : <Money cents={dueCents} />),
          },
          {
            key: "paid",
            head: t("couriers.paid"),
            end: true,
            cell: ({ paidCents }) => (paidCents === null ? null : <Money cents={paidCents} />),
          },
        ]}
      />
    </section>
  );
}
