import { type KeyboardEvent, useId, useState } from "react";
import { href } from "react-router";
import { readSelection } from "#app/features/admin-lists/bulk/bulk.forms.server.ts";
import { BulkRunCard } from "#app/features/admin-lists/bulk/bulk-run-card.tsx";
import { getListPath, readListRun, redirectToBulkRun } from "#app/features/admin-lists/bulk/bulk-runs.server.ts";
import { requireUser } from "#app/features/auth/guards.server.ts";
import { shipForm } from "#app/features/orders/orders.forms.server.ts";
import { useViewer } from "#app/features/users/use-viewer.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { handleForm } from "#app/platform/http/forms/form.server.ts";
import { ButtonLink } from "#app/platform/ui/button.tsx";
import { AppForm } from "#app/platform/ui/forms/app-form.tsx";
import { Field } from "#app/platform/ui/forms/field.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { TextArea } from "#app/platform/ui/forms/text-input.tsx";
import { Notice } from "#app/platform/ui/notice.tsx";
import { PageHeader } from "#app/platform/ui/page/page-header.tsx";
import { listPackedOrders, readOrderSearch } from "../orders/admin-orders.server.ts";
import type { Route } from "./+types/ship-page";
import { ParcelTable } from "./parcel-table.tsx";
import { codesField, readPastedParcels, readTypedCodes, trackingField } from "./parcels.rules.ts";
import { listParcels, shipParcels } from "./ship-orders.server.ts";
import { type SentFields, useParcels } from "./use-parcels.ts";

export const handle = { i18n: ["adminOrders", "orders"], title: "adminOrders.ship.title" };

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
 * Page to ship packed orders: a row for each parcel with the codes of its tags and its tracking number, made for a
 * scanner, and a field to paste a column that fills them all. Only the parcels that are ready are shipped; without
 * scripts, all. Of more than 100, it shows the next ones once these are shipped.
 */
export default function ShipPage({ loaderData, actionData: answer }: Route.ComponentProps) {
  const { t, format } = useViewer();
  const { run, parcels, total, others } = loaderData;
  const sent = answer?.form.initialValue as SentFields | undefined;
  const { typed, setTyped, checked, isLive } = useParcels(parcels, sent);
  const pastedId = useId();
  const [pasted, setPasted] = useState(sent?.pasted ?? "");
  const [pastedError, setPastedError] = useState<string | null>(null);
  function fill(text: string) {
    const read = readPastedParcels(text, parcels);
    const unknown = read.unknown.join(", ");
    setPasted(text);
    setPastedError(
      unknown
        ? t("adminOrders.ship.unknown", { numbers: unknown })
        : read.tooMany > 0
          ? t("adminOrders.ship.tooMany", { count: read.tooMany })
          : null,
    );
    const filled = Object.entries(read.parcels).flatMap(([id, { tracking, codes }]) => [
      [trackingField(id), tracking],
      ...Object.entries(codes).flatMap(([lineId, code]) => (code ? [[codesField(lineId), code]] : [])),
    ]);
    setTyped((before) => ({ ...before, ...Object.fromEntries(filled) }));
  }
  const ready = isLive ? checked.filter(({ isReady }) => isReady).length : parcels.length;
  const numbers = { ready: format.number(ready), total: format.number(parcels.length) };
  return (
    <div className="grid grid-cols-1 gap-5">
      <PageHeader
        path={[{ label: t("adminOrders.title"), to: href("/admin/orders") }]}
        title={t("adminOrders.ship.title")}
        lead={t("adminOrders.ship.lead")}
        actions={
          isLive &&
          parcels.length > 0 && (
            <p role="status" className="text-lg font-semibold tabular-nums">
              {t("adminOrders.ship.ready", numbers)}
            </p>
          )
        }
      />
      {run && <BulkRunCard run={run} />}
      {others > 0 && <Notice>{t("adminOrders.ship.left", { count: others })}</Notice>}
      {total > parcels.length && (
        <Notice>
          {t("adminOrders.ship.first", {
            number: format.number(total),
            shown: format.number(parcels.length),
          })}
        </Notice>
      )}
      {parcels.length === 0 ? (
        <Notice
          action={
            <ButtonLink to={`${href("/admin/orders")}?status=processing`} variant="ghost" size="sm">
              {t("adminOrders.ship.choose")}
            </ButtonLink>
          }
        >
          {t("adminOrders.ship.none")}
        </Notice>
      ) : (
        <AppForm className="grid grid-cols-1 gap-4" onKeyDown={goToNextField}>
          <Field
            id={pastedId}
            label={t("adminOrders.ship.paste")}
            hint={t("adminOrders.ship.pasteHint")}
            errors={pastedError ? [pastedError] : (answer?.form.error?.pasted ?? [])}
          >
            <TextArea
              // Once scripts run, what is pasted is in the fields.
              name={isLive ? undefined : "pasted"}
              rows={1}
              className="max-h-32 min-h-12!"
              dir="ltr"
              autoComplete="off"
              spellCheck={false}
              value={pasted}
              onChange={({ currentTarget }) => fill(currentTarget.value)}
            />
          </Field>
          <ParcelTable
            parcels={parcels}
            checked={checked}
            typed={typed}
            isLive={isLive}
            onType={(name, value) => setTyped((before) => ({ ...before, [name]: value }))}
          />
          <div
            data-bar
            className="sticky bottom-3 z-20 flex justify-end rounded-2 border border-line bg-surface p-3 shadow-2"
          >
            <SubmitButton disabled={ready === 0}>
              {ready === parcels.length
                ? t("adminOrders.ship.submit", { count: ready })
                : t("adminOrders.ship.submitReady", { count: ready })}
            </SubmitButton>
          </div>
        </AppForm>
      )}
    </div>
  );
}

/** Enter, with which a scanner ends, goes to the next field and at last to the button; it never sends the form. */
function goToNextField(event: KeyboardEvent<HTMLFormElement>) {
  const field = event.target;
  if (event.key !== "Enter" || event.nativeEvent.isComposing || !(field instanceof HTMLInputElement)) return;
  event.preventDefault();
  const fields = [...event.currentTarget.querySelectorAll<HTMLElement>("td input:not([type=hidden]), [type=submit]")];
  if (field.dataset.codes && field.value.trim()) {
    const codes = readTypedCodes(field.value);
    const isMore = codes.length < Number(field.dataset.codes);
    field.setRangeText(codes.join(" ") + (isMore ? " " : ""), 0, field.value.length, "end");
    field.dispatchEvent(new Event("input", { bubbles: true }));
    // The next code of the same line follows.
    if (isMore) return;
  }
  const next = fields[fields.indexOf(field) + 1];
  next?.focus();
  if (next instanceof HTMLInputElement) next.select();
}
