import Download from "lucide-react/icons/download";
import { href } from "react-router";
import { requireUser } from "#app/features/auth/guards.server.ts";
import { getBatch } from "#app/features/tags/batches/batches.server.ts";
import {
  corrections,
  labelNames,
  labelSizes,
  maxTyped,
  printFormats,
} from "#app/features/tags/printing/label-sizes.rules.ts";
import { countQrModules } from "#app/features/tags/printing/qr.server.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { Button } from "#app/platform/ui/button.tsx";
import { Card } from "#app/platform/ui/card.tsx";
import { Field } from "#app/platform/ui/forms/field.tsx";
import { RadioCards } from "#app/platform/ui/forms/radio-cards.tsx";
import { TextArea } from "#app/platform/ui/forms/text-input.tsx";
import { PageHeader } from "#app/platform/ui/page/page-header.tsx";
import type { Route } from "./+types/print-page";
import { readTagSearch } from "./list-all-tags.server.ts";

export const handle = { i18n: ["batches", "tags"], title: "batches.print.title" };

export async function loader({ request, context }: Route.LoaderArgs) {
  const { ctx, actor } = await requireUser(request, context);
  const query = new URL(request.url).searchParams;
  const batch = query.get("batch-id") ? await getBatch(ctx, actor, query.get("batch-id") as string) : null;
  const { search: q, state, batch: named, from, to } = readTagSearch(request);
  return {
    batch: batch && { id: batch.id, name: batch.name, tagCount: batch.tagCount },
    search: q || state || named || from || to ? { q, state, batch: named, from, to } : null,
    codes: query.get("codes") ?? "",
    dots: countQrModules(ctx.settings.publicUrl),
  };
}

/** Page to choose how labels are printed; the file itself is another route, so that the page remains open. */
export default function PrintPage({ loaderData }: Route.ComponentProps) {
  const t = useT();
  const { batch, search, codes, dots } = loaderData;
  const dot = (side: number) => (side / dots).toFixed(2);
  return (
    <>
      <PageHeader
        path={[
          { label: t("tags.adminTitle"), to: href("/admin/tags") },
          ...(batch
            ? [{ label: <bdi>{batch.name}</bdi>, to: href("/admin/tags/batches/:batchId", { batchId: batch.id }) }]
            : [{ label: t("batches.title"), to: href("/admin/tags/batches") }]),
        ]}
        title={t("batches.print.title")}
        lead={t("batches.print.lead")}
      />
      <Card as="section">
        <form method="get" action={href("/admin/tags/print/file")} className="grid gap-6">
          {batch ? (
            <>
              <input type="hidden" name="batch-id" value={batch.id} />
              <p className="font-semibold">
                {t("batches.print.ofBatch", { name: `\u2068${batch.name}\u2069` })}
                {"\u00a0· "}
                {t("batches.count", { count: batch.tagCount })}
              </p>
            </>
          ) : search ? (
            <>
              <input type="hidden" name="q" value={search.q} />
              <input type="hidden" name="batch" value={search.batch} />
              <input type="hidden" name="from" value={search.from} />
              <input type="hidden" name="to" value={search.to} />
              {search.state && <input type="hidden" name="state" value={search.state} />}
              <p className="font-semibold">
                {t("batches.print.ofSearch")} <bdi>{search.q}</bdi> <bdi>{search.batch}</bdi>{" "}
                {search.state && t(`tags.states.${search.state}`)}
              </p>
            </>
          ) : (
            <Field label={t("batches.print.codes")} hint={t("batches.print.codesHint", { most: maxTyped })}>
              <TextArea
                name="codes"
                dir="ltr"
                rows={6}
                required
                defaultValue={codes}
                lang="en"
                spellCheck={false}
                className="tabular-nums"
              />
            </Field>
          )}
          <RadioCards
            legend={t("batches.print.size")}
            name="size"
            columns={4}
            defaultValue="round25"
            options={labelNames.map((value) => ({
              value,
              title: t(`batches.print.sizes.${value}`),
              text: t("batches.print.dot", { millimetres: dot(labelSizes[value].qr.side) }),
            }))}
          />
          <RadioCards
            legend={t("batches.print.correction")}
            name="correction"
            columns={2}
            defaultValue="Q"
            options={corrections.map((value) => ({ value, title: t(`batches.print.corrections.${value}`) }))}
          />
          <RadioCards
            legend={t("batches.print.format")}
            name="format"
            columns={3}
            defaultValue="pdf"
            options={printFormats.map((value) => ({ value, title: t(`batches.print.formats.${value}`) }))}
          />
          <div>
            <Button type="submit" icon={<Download aria-hidden />}>
              {t("batches.print.download")}
            </Button>
          </div>
        </form>
      </Card>
    </>
  );
}
