import { type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { useFormKey } from "#app/platform/http/forms/use-form-key.ts";
import { Button } from "#app/platform/ui/button.tsx";
import { cx } from "#app/platform/ui/cx.ts";
import { AppForm } from "#app/platform/ui/forms/app-form.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import type { Column } from "#app/platform/ui/lists/table.tsx";
import { Notice } from "#app/platform/ui/notice.tsx";
import type { BulkRunView } from "./bulk-runs.server.ts";

/** The rows selected in a list. */
export interface BulkSelection {
  /** Number of selected rows. */
  count: number;
  /** Form fields that identify the rows, for a separate form or a URL. */
  fields: () => FormData;
}

export interface BulkOptions<Row> {
  /** Label of a row's checkbox. */
  label: (row: Row) => string;
  /** Number of rows that match the filters on all pages. */
  total: number;
  /** Errors to show at the list, such as that nothing was selected. */
  errors?: readonly string[] | undefined;
  /** Set when rows have fields of their own (`rows.<id>.…`): the intent that saves the changed rows, and its labels. */
  save?: { intent: string; label: (changed: number) => string; discard: string } | undefined;
  /** The list's filters, for buttons that submit the form as a query (`formMethod="get"`), which replaces the URL's. */
  filters?: URLSearchParams;
  /** Buttons of the bar; each submits the form with an intent. */
  actions: (selection: BulkSelection) => ReactNode;
}

/** Pure CSS, so that it also works without JavaScript. */
const shownWhenTicked = "hidden group-has-[input[name=ids]:checked]/bulk:flex";

/**
 * Places the bar over the head of the table, with its checkbox in the head's first cell; a second line of buttons moves
 * the table down. Until rows are selected, only the checkbox can be seen and pressed.
 */
const overHeader =
  "max-sm:bg-paper @max-2xl:bg-paper @2xl:mt-3 @2xl:-mb-15 @2xl:min-h-12 @2xl:py-0 @2xl:ps-5 @2xl:not-group-has-[input[name=ids]:checked]/bulk:pointer-events-none @2xl:[&>label]:pointer-events-auto";

const bulkFormId = "bulk";

/**
 * Returns the first column of a list with bulk actions: a checkbox for each row. Rows that the last run rejected are
 * selected.
 */
export function selectColumn<Row>(
  bulk: BulkOptions<Row>,
  rowKey: (row: Row) => string,
  { text, run }: { text: string; run: BulkRunView | null },
): Column<Row> {
  const rejected = new Set(run?.refusals.map(({ id }) => id));
  return {
    key: "select",
    head: text,
    hideHead: true,
    cell: (row) => (
      <label className="grid size-11 place-items-center">
        <input
          type="checkbox"
          form={bulkFormId}
          name="ids"
          value={rowKey(row)}
          defaultChecked={rejected.has(rowKey(row))}
          aria-label={bulk.label(row)}
          className="tick"
        />
        <span className="sr-only">{text}</span>
      </label>
    ),
  };
}

/** Arrow up and down move to the same field of the row above or below; Escape resets the field. */
function moveInColumn(event: KeyboardEvent<HTMLFormElement>) {
  const field = event.target;
  if (!(field instanceof HTMLInputElement) || !field.name.startsWith("rows.") || event.nativeEvent.isComposing) return;
  if (event.key === "Escape") {
    field.value = field.defaultValue;
    field.dispatchEvent(new Event("input", { bubbles: true }));
    return;
  }
  if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
  event.preventDefault();
  const column = field.name.split(".").at(-1);
  const fields = [...event.currentTarget.querySelectorAll<HTMLInputElement>(`input[name$='.${column}']`)];
  const next = fields[fields.indexOf(field) + (event.key === "ArrowDown" ? 1 : -1)];
  next?.focus();
  next?.select();
}

interface BulkFormProps<Row> {
  bulk: BulkOptions<Row>;
  rowCount: number;
  /** Set when rows contain forms of their own, which are then rendered outside the bar's form. */
  hasRowForms?: boolean;
  children: ReactNode;
}

/**
 * Form around a list with selectable rows: one checkbox selects the whole page, Shift+click a range, and a checkbox in
 * the bar all matching rows. The sticky bar shows the actions while rows are selected; if rows have fields of their
 * own, it also saves the changed ones.
 */
export function BulkForm<Row>({ bulk, rowCount, hasRowForms = false, children }: BulkFormProps<Row>) {
  const { t, format } = useViewer();
  const form = useRef<HTMLFormElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const lastBox = useRef<HTMLInputElement>(null);
  const [ticked, setTicked] = useState(0);
  const [isAll, setAll] = useState(false);
  const [changed, setChanged] = useState(0);
  const succeededAt = useFormKey();
  const [query] = useSearchParams();
  const [lastRun, setLastRun] = useState(query.get("run"));
  const run = query.get("run") ?? lastRun;
  if (run !== lastRun) setLastRun(run);
  // After a run nothing is selected except what it rejected, and typed values are discarded.
  const formKey = `${succeededAt} ${run}`;
  const [usedKey, setUsedKey] = useState(formKey);
  if (usedKey !== formKey) {
    setUsedKey(formKey);
    setTicked(0);
    setAll(false);
    setChanged(0);
  }
  // All matching rows of one search are not those of another.
  const searchKey = String([...query].filter(([name]) => name !== "run"));
  const [usedSearch, setUsedSearch] = useState(searchKey);
  if (usedSearch !== searchKey) {
    setUsedSearch(searchKey);
    setAll(false);
  }
  const boxes = () => [...(list.current?.querySelectorAll<HTMLInputElement>("input[name=ids]") ?? [])];
  const countTicked = () => {
    const now = boxes().filter((box) => box.checked).length;
    setTicked(now);
    if (now < rowCount) setAll(false);
  };
  const tickPage = (isTicked: boolean) => {
    for (const box of boxes()) box.checked = isTicked;
    countTicked();
  };
  const onClick = (event: MouseEvent) => {
    const box = event.target;
    if (!(box instanceof HTMLInputElement) || box.name !== "ids") return;
    const all = boxes();
    const [from, to] = [lastBox.current ? all.indexOf(lastBox.current) : -1, all.indexOf(box)];
    if (event.shiftKey && from >= 0)
      for (const rangeBox of all.slice(Math.min(from, to), Math.max(from, to) + 1)) rangeBox.checked = box.checked;
    lastBox.current = box;
    countTicked();
  };
  const countChanged = () => {
    const fields = form.current?.querySelectorAll<HTMLInputElement>("input[name^='rows.']:not([type=hidden])") ?? [];
    const rows = [...fields]
      .filter((field) => field.value !== field.defaultValue)
      .map(({ name }) => name.split(".")[1]);
    setChanged(new Set(rows).size);
  };
  // Another page, search or order has other rows.
  useEffect(() => {
    setTicked(boxes().filter((box) => box.checked).length);
    if (bulk.save) countChanged();
  });
  const onReset = () => setTimeout(() => [countTicked(), countChanged()]);
  // Otherwise Enter in a checkbox would trigger the first action of the bar.
  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    const isBox = event.target instanceof HTMLInputElement && event.target.type === "checkbox";
    if (event.key === "Enter" && isBox) event.preventDefault();
    moveInColumn(event);
  };
  const coversHeader = !hasRowForms && !bulk.save;
  const count = isAll ? bulk.total : ticked;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a press on a box within it, which the keyboard gives as well
    // biome-ignore lint/a11y/noStaticElementInteractions: it only hears of them
    <div ref={list} key={formKey} onClick={onClick} className="group/bulk @container grid grid-cols-1 gap-3">
      <AppForm
        ref={form}
        id={bulkFormId}
        onKeyDown={onKeyDown}
        onInput={bulk.save && countChanged}
        onReset={onReset}
        className={hasRowForms ? "contents" : "grid grid-cols-1 gap-3"}
      >
        <div
          role="toolbar"
          aria-label={t("bulk.bar")}
          className={cx(
            "sticky top-2 z-20 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-2 border border-transparent px-3 py-1.5 max-lg:top-16 group-has-[input[name=ids]:checked]/bulk:border-line group-has-[input[name=ids]:checked]/bulk:bg-surface group-has-[input[name=ids]:checked]/bulk:shadow-2 data-changed:border-line data-changed:bg-surface data-changed:shadow-2",
            coversHeader ? overHeader : "bg-paper",
          )}
          data-changed={changed > 0 || undefined}
        >
          {/* First in the form, so that Enter in a field submits with it. */}
          {bulk.save && (
            <SubmitButton size="sm" variant={changed > 0 ? "main" : "ghost"} name="intent" value={bulk.save.intent}>
              {bulk.save.label(changed)}
            </SubmitButton>
          )}
          {bulk.save && changed > 0 && (
            <Button type="reset" size="sm" variant="quiet">
              {bulk.save.discard}
            </Button>
          )}
          <label className="order-first flex min-h-11 items-center gap-3 text-sm font-[550]">
            <input
              type="checkbox"
              aria-label={t("bulk.choosePage", { count: rowCount })}
              checked={ticked > 0 && ticked === rowCount}
              onChange={(event) => tickPage(event.target.checked)}
              className="tick"
            />
            <span className={cx(count > 0 && "sr-only", coversHeader && "@2xl:sr-only")}>
              {t("bulk.choosePage", { count: rowCount })}
            </span>
          </label>
          <p role="status" className="text-sm font-[550]">
            {count > 0 && t("bulk.chosen", { count, number: format.number(count) })}
          </p>
          {bulk.total > rowCount && (
            <label className={cx(shownWhenTicked, "min-h-11 items-center gap-2 text-sm")}>
              <input
                type="checkbox"
                name="all"
                value="1"
                checked={isAll}
                onChange={(event) => {
                  if (event.target.checked) tickPage(true);
                  setAll(event.target.checked);
                }}
                className="tick"
              />
              {t("bulk.chooseAll", { count: bulk.total, number: format.number(bulk.total) })}
            </label>
          )}
          <div
            className={cx(
              shownWhenTicked,
              "ms-auto gap-2 max-sm:w-full max-sm:overflow-x-auto max-sm:pb-1 sm:flex-wrap",
              "max-sm:*:shrink-0",
            )}
          >
            {bulk.actions({ count, fields: () => new FormData(form.current ?? undefined) })}
          </div>
        </div>
        {bulk.filters &&
          [...bulk.filters].map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />)}
        {bulk.errors && bulk.errors.length > 0 && (
          <Notice tone="lost" role="alert">
            {bulk.errors.join(" ")}
          </Notice>
        )}
        {!hasRowForms && children}
      </AppForm>
      {hasRowForms && children}
    </div>
  );
}
