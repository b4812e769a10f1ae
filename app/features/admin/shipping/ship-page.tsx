import { type ChangeEvent, useId, useRef } from "react";
import { href, Link } from "react-router";
import { readSelection } from "#app/features/admin-lists/bulk/bulk.forms.server.ts";
import { BulkRunCard } from "#app/features/admin-lists/bulk/bulk-run-card.tsx";
import { getListPath, readListRun, redirectToBulkRun } from "#app/features/admin-lists/bulk/bulk-runs.server.ts";
import { requireUser } from "#app/features/auth/guards.server.ts";
import { nameIn } from "#app/features/catalog/products.rules.ts";
import { shipForm } from "#app/features/orders/orders.forms.server.ts";
import { maxLengths } from "#app/features/orders/orders.rules.ts";
import { useViewer } from "#app/features/users/use-viewer.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { handleForm } from "#app/platform/http/forms/form.server.ts";
import { formatNumber } from "#app/platform/i18n/format-number.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { ButtonLink } from "#app/platform/ui/button.tsx";
import { Card } from "#app/platform/ui/card.tsx";
import { AppForm } from "#app/platform/ui/forms/app-form.tsx";
import { Field } from "#app/platform/ui/forms/field.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { TextArea, TextInput } from "#app/platform/ui/forms/text-input.tsx";
import { Code } from "#app/platform/ui/ltr.tsx";
import { Notice } from "#app/platform/ui/notice.tsx";
import { Breadcrumb } from "#app/platform/ui/page/breadcrumb.tsx";
import { PageHeader } from "#app/platform/ui/page/page-header.tsx";
import { listPackedOrders, readOrderSearch } from "../orders/admin-orders.server.ts";
import type { Route } from "./+types/ship-page";
import { readPastedParcels } from "./parcels.rules.ts";
import { listParcels, type ParcelView, shipParcels } from "./ship-orders.server.ts";

export const handle = { i18n: ["orders"], title: "orders.admin.ship.title" };

/** Maximum number of parcels on one page. */
const maxOrders = 100;

export async function loader({ request, context }: Route.LoaderArgs) {
  const { ctx, actor } = await requireUser(request, context);
  const run = await readListRun({ request, context }, actor);
  const packed = await findPacked(ctx, actor, request, run && !run.isFinished ? run.id : null);
  const { total } = packed;
  // After a run, what is neither packed nor left was shipped by it.
  return { run, parcels: await listParcels(ctx, actor, packed.ids), total, others: run ? 0 : packed.others };
}

/** Returns the first packed orders of the selection in the URL; without a selection, of all. */
function findPacked(ctx: AppContext, actor: Actor, request: Request, run: string | null) {
  const url = new URL(request.url);
  if (!url.searchParams.has("ids") && !url.searchParams.has("all")) url.search = "?status=processing&all=1";
  const search = readOrderSearch(new Request(url));
  return listPackedOrders(ctx, actor, readSelection(url.searchParams), search, { limit: maxOrders, run });
}

export async function action(args: Route.ActionArgs) {
  const { ctx, actor } = await requireUser(args.request, args.context);
  return handleForm(
    args,
    shipForm,
    async (form) => {
      const { total } = await findPacked(ctx, actor, args.request, null);
      const isMore = total > form.ids.length;
      const listPath = isMore ? getListPath(args) : `${href("/admin/orders")}?status=processing`;
      return redirectToBulkRun(listPath, await shipParcels(ctx, actor, form, listPath));
    },
    { failed: "orders.changeFailed" },
  );
}

/**
 * Page to ship packed orders: a field for each tracking number, and one to paste a column that fills them all. Of more
 * than 100, it shows the next ones once these are shipped.
 */
export default function ShipPage({ loaderData, actionData: answer }: Route.ComponentProps) {
  const t = useT();
  const { language } = useViewer();
  const { run, parcels, total, others } = loaderData;
  const form = useRef<HTMLFormElement>(null);
  const pastedId = useId();
  const typed = answer?.form.initialValue as { pasted?: string } | undefined;
  const fill = (event: ChangeEvent<HTMLTextAreaElement>) => {
    const fields = form.current?.elements;
    const set = (name: string, value: string) => {
      const field = fields?.namedItem(name);
      if (field instanceof HTMLInputElement) field.value = value;
    };
    for (const [id, { tracking, codes }] of Object.entries(readPastedParcels(event.target.value, parcels).parcels)) {
      set(`tracking.${id}`, tracking);
      for (const [lineId, code] of Object.entries(codes)) if (code) set(`codes.${lineId}`, code);
    }
  };
  return (
    <div className="grid grid-cols-1 gap-6">
      <PageHeader
        above={
          <Breadcrumb
            items={[
              { label: t("orders.admin.title"), to: href("/admin/orders") },
              { label: t("orders.admin.ship.title") },
            ]}
          />
        }
        title={t("orders.admin.ship.title")}
        lead={t("orders.admin.ship.lead")}
      />
      {run && <BulkRunCard run={run} />}
      {others > 0 && <Notice>{t("orders.admin.ship.left", { count: others })}</Notice>}
      {total > parcels.length && (
        <Notice>
          {t("orders.admin.ship.first", {
            number: formatNumber(total, language),
            shown: formatNumber(parcels.length, language),
          })}
        </Notice>
      )}
      {parcels.length === 0 ? (
        <Notice
          action={
            <ButtonLink to={`${href("/admin/orders")}?status=processing`} variant="ghost" size="sm">
              {t("orders.admin.ship.choose")}
            </ButtonLink>
          }
        >
          {t("orders.admin.ship.none")}
        </Notice>
      ) : (
        <AppForm key={run?.id} ref={form} className="grid grid-cols-1 gap-4">
          <Card>
            <Field
              id={pastedId}
              label={t("orders.admin.ship.paste")}
              hint={t("orders.admin.ship.pasteHint")}
              errors={answer?.form.error?.pasted ?? undefined}
            >
              <TextArea
                name="pasted"
                rows={4}
                className="max-h-48"
                dir="ltr"
                autoComplete="off"
                spellCheck={false}
                defaultValue={typed?.pasted}
                onChange={fill}
              />
            </Field>
          </Card>
          <ul className="grid grid-cols-1 gap-3">
            {parcels.map((parcel) => (
              <ParcelRow key={parcel.id} parcel={parcel} />
            ))}
          </ul>
          <div className="sticky bottom-3 z-20 flex justify-end rounded-2 border border-line bg-surface p-3 shadow-2">
            <SubmitButton>{t("orders.admin.ship.submit", { count: parcels.length })}</SubmitButton>
          </div>
        </AppForm>
      )}
    </div>
  );
}

function ParcelRow({ parcel }: { parcel: ParcelView }) {
  const t = useT();
  const { language } = useViewer();
  return (
    <Card as="li" pad="sm" className="grid items-end gap-3 sm:grid-cols-2">
      <input type="hidden" name="ids" value={parcel.id} />
      <p className="grid self-center text-sm">
        <Link to={href("/admin/orders/:orderNumber", { orderNumber: parcel.number })} className="link font-[550]">
          <Code>{parcel.number}</Code>
        </Link>
        {/* In a line of its own: as a cell of the grid, an Arabic name would stand at the other end. */}
        <span className="text-ink-2 wrap-anywhere">
          <bdi>{[parcel.fullName, parcel.city].filter(Boolean).join(" · ")}</bdi>
        </span>
      </p>
      <Field label={t("orders.tracking")} mark={t("form.optional")}>
        <TextInput
          name={`tracking.${parcel.id}`}
          defaultValue={parcel.trackingNumber ?? ""}
          maxLength={maxLengths.tracking}
          ltr
          autoComplete="off"
        />
      </Field>
      {parcel.lines.map((line) => (
        <Field
          key={line.id}
          className="sm:col-start-2"
          label={t("orders.admin.codesFor", { name: `\u2068${nameIn(language, line)}\u2069` })}
          hint={t("orders.admin.codesHint", { count: line.codes })}
        >
          <TextInput name={`codes.${line.id}`} ltr autoComplete="off" autoCapitalize="characters" />
        </Field>
      ))}
    </Card>
  );
}
