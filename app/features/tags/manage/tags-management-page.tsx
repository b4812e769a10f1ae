import { type FormEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigationType } from "react-router";
import { useViewer } from "#app/features/users/use-viewer.ts";
import type { FormAnswer } from "#app/platform/http/forms/form.server.ts";
import { formatDate } from "#app/platform/i18n/format.ts";
import { cx } from "#app/platform/ui/cx.ts";
import { Checkbox } from "#app/platform/ui/forms/choice.tsx";
import { type Column, Table } from "#app/platform/ui/lists/table.tsx";
import { Ltr } from "#app/platform/ui/ltr.tsx";
import { QrDialog } from "../printing/qr-dialog.tsx";
import { TagChips } from "../tag-chips.tsx";
import { TagPortrait } from "../tag-portrait.tsx";
import { BulkActionsBar, bulkFormId } from "./bulk-actions-bar.tsx";
import { LinkDialog } from "./link-dialog.tsx";
import type { OwnTag } from "./list-tags.server.ts";
import type { TagsView } from "./load-tags.server.ts";
import { TagMenu } from "./tag-menu.tsx";

/**
 * On phones a tag is a row of two or three lines: code and label, then pet and state, or the button to link a pet. The
 * last row's menu overflows the edge.
 */
const rows = cx(
  "overflow-visible! @max-2xl:[&_tbody_tr]:min-h-17 @max-2xl:[&_tbody_tr]:py-1 @max-2xl:[&_tbody_tr]:ps-25 @max-2xl:[&_tbody_tr]:pe-2",
  "@max-2xl:[&_td:not(:nth-child(5))]:col-start-1 @max-2xl:[&_td:nth-child(2)]:row-start-2 @max-2xl:[&_td:nth-child(3)]:row-start-3",
  "@max-2xl:[&_td:nth-child(5)]:col-start-2 @max-2xl:[&_td:nth-child(5)]:row-span-3 @max-2xl:[&_[data-chip]]:py-0",
);

/** Table with one row per tag; the bar below changes the selected ones together. */
export function TagsManagementPage({ view, refused }: { view: TagsView; refused: FormAnswer | undefined }) {
  const { t } = useTranslation();
  const { language, timeZone } = useViewer();
  const { tags, pets, publicUrl } = view;
  const [ticked, setTicked] = useState(() => new Set([refused?.form.initialValue?.tagId ?? []].flat().map(String)));
  const here = tags.filter(({ id }) => ticked.has(id)).length;
  const tick = (ids: string[], isOn: boolean) => {
    const next = new Set(ticked);
    for (const id of ids) isOn ? next.add(id) : next.delete(id);
    setTicked(next);
  };
  const onTick = ({ target }: FormEvent) => {
    if (!(target instanceof HTMLInputElement) || target.name !== "tagId") return;
    tick([target.value], target.checked);
    // The bar that appears with the first selection may cover the selected row.
    requestAnimationFrame(() => target.scrollIntoView({ block: "nearest" }));
  };
  const all = useRef<HTMLInputElement>(null);
  const isGoingOn = useNavigationType() !== "POP";
  useEffect(() => {
    // The button that applied the change disappears with the selection: keyboard focus continues here.
    if (isGoingOn && document.activeElement === document.body) all.current?.focus();
  }, [isGoingOn]);
  const columns: Column<OwnTag>[] = [
    {
      key: "tag",
      head: t("tags.tag"),
      primary: true,
      cell: (tag) => (
        <span className="flex items-center gap-2">
          <Checkbox
            name="tagId"
            value={tag.id}
            form={bulkFormId}
            checked={ticked.has(tag.id)}
            onChange={onTick}
            label={<span className="sr-only">{t("tags.tick", { code: tag.code })}</span>}
            className="@max-2xl:absolute @max-2xl:inset-y-0 @max-2xl:start-3 @max-2xl:my-auto @max-2xl:h-fit"
          />
          <span className="@max-2xl:absolute @max-2xl:inset-y-0 @max-2xl:start-11 @max-2xl:my-auto @max-2xl:h-fit @2xl:@max-4xl:hidden">
            <TagPortrait tag={tag} />
          </span>
          <span className="grid min-w-0 @max-2xl:text-sm @max-2xl:leading-tight">
            <Ltr className="tabular-nums whitespace-nowrap max-[16rem]:whitespace-normal">{tag.code}</Ltr>
            {tag.label && (
              <bdi className="truncate text-xs font-normal text-ink-2 @max-2xl:leading-tight">{tag.label}</bdi>
            )}
          </span>
        </span>
      ),
    },
    {
      key: "pet",
      head: t("tags.pet"),
      cell: (tag) =>
        tag.petName ? (
          <span className="line-clamp-2 wrap-anywhere @max-2xl:line-clamp-1 @max-2xl:text-xs @max-2xl:leading-tight @max-2xl:text-ink-2 @2xl:min-w-24">
            <bdi>{tag.petName}</bdi>
          </span>
        ) : pets.length > 0 && tag.status === "active" ? (
          <span className="block @max-2xl:py-0.5">
            <LinkDialog tag={tag} pets={pets} look="quick" />
          </span>
        ) : (
          <span className="text-ink-3 @max-2xl:text-xs @max-2xl:leading-tight">{t("tags.noPet")}</span>
        ),
    },
    { key: "status", head: t("tags.status"), cell: (tag) => <TagChips tag={tag} besideLink={pets.length > 0} /> },
    {
      key: "updated",
      head: t("tags.updated"),
      cell: (tag) => (
        <bdi className="whitespace-nowrap">{formatDate(tag.updatedAt, language, timeZone, "shortDate")}</bdi>
      ),
    },
    {
      key: "actions",
      head: t("tags.more"),
      hideHead: true,
      end: true,
      cell: (tag) => (
        <span className="flex items-center justify-end gap-1">
          <QrDialog tag={tag} publicUrl={publicUrl} />
          <TagMenu tag={tag} pets={pets} publicUrl={publicUrl} />
        </span>
      ),
    },
  ];
  return (
    <div className="group/tags grid gap-3">
      {tags.length > 1 && (
        <Checkbox
          ref={all}
          className="ms-4 w-fit md:ms-5"
          label={t("tags.tickPage", { count: tags.length })}
          checked={here === tags.length}
          onChange={(event) =>
            tick(
              tags.map(({ id }) => id),
              event.currentTarget.checked,
            )
          }
        />
      )}
      {/* Before the rows in keyboard order, displayed below them. */}
      <BulkActionsBar view={view} count={here} refused={refused} />
      <Table
        caption={t("tags.listCaption")}
        columns={columns}
        rows={tags}
        rowKey={(tag) => tag.id}
        narrow="rows"
        className={cx(rows, "@2xl:@max-4xl:[&_:is(td,th)]:px-3 @max-4xl:[&_:is(td,th):nth-child(4)]:hidden")}
      />
    </div>
  );
}
