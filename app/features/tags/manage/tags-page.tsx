import { type FormEvent, useEffect, useRef, useState } from "react";
import { type LoaderFunctionArgs, useLocation, useNavigationType } from "react-router";
import { useViewer } from "#app/features/users/use-viewer.ts";
import type { FormAnswer } from "#app/platform/http/forms/form.server.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { Button } from "#app/platform/ui/button.tsx";
import { cx } from "#app/platform/ui/cx.ts";
import { AppForm } from "#app/platform/ui/forms/app-form.tsx";
import { Checkbox } from "#app/platform/ui/forms/choice.tsx";
import { Field, FieldErrors } from "#app/platform/ui/forms/field.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { type Column, Table } from "#app/platform/ui/lists/table.tsx";
import { Code } from "#app/platform/ui/ltr.tsx";
import { ConfirmDialog } from "#app/platform/ui/overlays/confirm-dialog.tsx";
import { Dialog, DialogClose } from "#app/platform/ui/overlays/dialog.tsx";
import type { PageHandle } from "#app/platform/ui/page/page-handle.ts";
import { QrDialog } from "../printing/qr-dialog.tsx";
import type { Route } from "./+types/tags-page";
import { getTagsView, type OwnTag, type TagsView } from "./list-tags.server.ts";
import { type PetName, PetSelect } from "./pet-select.tsx";
import { handleTagForms as action } from "./tag-actions.server.ts";
import { TagChips, TagPortrait } from "./tag-chips.tsx";
import { LinkDialog } from "./tag-dialog.tsx";
import { TagMenu } from "./tag-menu.tsx";
import { failedTagForms } from "./tags-error-boundary.tsx";
import { TagsLayout } from "./tags-layout.tsx";

export const handle = {
  i18n: ["manyTags", "reachability", "replacement", "tagWriting", "tags"],
  title: "tags.title",
  failed: failedTagForms,
} satisfies PageHandle;

export const loader = (args: LoaderFunctionArgs) => getTagsView(args, 50);

export { action };

/**
 * On phones a tag is a row of two or three lines: code and label, then pet and state, or the button to link a pet. The
 * last row's menu overflows the edge.
 */
const rows = cx(
  "overflow-visible! @max-2xl:[&_tbody_tr]:min-h-17 @max-2xl:[&_tbody_tr]:py-1 @max-2xl:[&_tbody_tr]:ps-25 @max-2xl:[&_tbody_tr]:pe-2",
  "@max-2xl:[&_td:not(:nth-child(5))]:col-start-1 @max-2xl:[&_td:nth-child(2)]:row-start-2 @max-2xl:[&_td:nth-child(3)]:row-start-3",
  "@max-2xl:[&_td:nth-child(5)]:col-start-2 @max-2xl:[&_td:nth-child(5)]:row-span-3 @max-2xl:[&_[data-chip]]:py-0",
);

const bulkFormId = "many-tags";

const asked = ["unlink", "deactivate", "remove"] as const;

/** Bar of actions for all selected tags. It appears with the first selection, also without JavaScript. */
function BulkActionsBar({ view, count, refused }: { view: TagsView; count: number; refused: FormAnswer | undefined }) {
  const t = useT();
  const [isAll, setIsAll] = useState(refused?.form.initialValue?.scope === "all");
  const number = isAll ? view.found : count;
  const errors = refused?.form.error?.tagId ?? undefined;
  const labels = { unlink: t("tags.unlink"), deactivate: t("tags.deactivate"), remove: t("tags.remove") };
  const button = (intent: string, label: string, variant: "ghost" | "lost" = "ghost") => (
    <SubmitButton size="sm" variant={variant} name="intent" value={`${intent}-many`}>
      {label}
    </SubmitButton>
  );
  return (
    <AppForm
      values={{ expected: view.found }}
      id={bulkFormId}
      preventScrollReset
      aria-label={t("manyTags.label")}
      className="sticky bottom-[calc(0.75rem+var(--notice-height,0px)+var(--foot-height,0px))] z-10 order-last hidden gap-3 rounded-2 border border-line bg-surface p-4 shadow-2 group-has-[[name=tagId]:checked]/tags:grid"
    >
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <p role="status" className="font-semibold">
          {t("manyTags.ticked", { count: number })}
        </p>
        {view.pageCount > 1 && (
          <Checkbox
            name="scope"
            value="all"
            checked={isAll}
            onChange={(event) => setIsAll(event.currentTarget.checked)}
            label={t("manyTags.all", { count: view.found })}
          />
        )}
      </div>
      <FieldErrors id="many-tags-error" errors={errors} />
      <div className="flex flex-wrap gap-2">
        {view.pets.length > 0 && <LinkMany pets={view.pets} number={number} />}
        {button("activate", t("tags.activate"))}
        {asked.map((change) => (
          <ConfirmDialog
            key={change}
            trigger={button(change, labels[change], change === "remove" ? "lost" : "ghost")}
            title={t(`manyTags.ask.${change}`, { count: number })}
            description={t(`manyTags.why.${change}`)}
            confirmLabel={labels[change]}
          />
        ))}
      </div>
    </AppForm>
  );
}

function LinkMany({ pets, number }: { pets: PetName[]; number: number }) {
  const t = useT();
  const [open, setOpen] = useState(false);
  const [petId, setPetId] = useState("");
  const [isMissing, setMissing] = useState(false);
  return (
    <Dialog
      size="sm"
      open={open}
      onOpenChange={setOpen}
      title={t("manyTags.ask.link", { count: number })}
      description={t("manyTags.why.link")}
      closeLabel={t("form.close")}
      trigger={
        <Button size="sm" variant="ghost">
          {t("tags.link")}
        </Button>
      }
      footer={
        <>
          <DialogClose render={<Button variant="ghost">{t("form.cancel")}</Button>} />
          <SubmitButton
            form={bulkFormId}
            name="intent"
            value="link-many"
            onClick={(event) => {
              if (petId === "") event.preventDefault();
              setMissing(petId === "");
            }}
          >
            {t("tags.link")}
          </SubmitButton>
        </>
      }
    >
      <Field label={t("tags.pet")} errors={isMissing ? [t("tags.selectPet")] : []}>
        <PetSelect
          name="petId"
          form={bulkFormId}
          pets={pets}
          empty={t("tags.choosePet")}
          onChange={(event) => {
            setPetId(event.currentTarget.value);
            setMissing(false);
          }}
        />
      </Field>
    </Dialog>
  );
}

/** Table with one row per tag; the bar below changes the selected ones together. */
function TagsManagementPage({ view, refused }: { view: TagsView; refused: FormAnswer | undefined }) {
  const { t, format } = useViewer();
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
  const isForwardNavigation = useNavigationType() !== "POP";
  useEffect(() => {
    // The button that applied the change disappears with the selection: keyboard focus continues here.
    if (isForwardNavigation && document.activeElement === document.body) all.current?.focus();
  }, [isForwardNavigation]);
  const columns: Column<OwnTag>[] = [
    {
      key: "tag",
      head: t("tags.tag"),
      primary: true,
      cell: (tag) => (
        <div className="flex items-center gap-2">
          {/* WebKit misplaces a grid that is positioned itself. */}
          <div className="@max-2xl:absolute @max-2xl:inset-y-0 @max-2xl:start-3 @max-2xl:my-auto @max-2xl:h-fit">
            <Checkbox
              name="tagId"
              value={tag.id}
              form={bulkFormId}
              checked={ticked.has(tag.id)}
              onChange={onTick}
              label={<span className="sr-only">{t("tags.tick", { code: tag.code })}</span>}
            />
          </div>
          <span className="@max-2xl:absolute @max-2xl:inset-y-0 @max-2xl:start-11 @max-2xl:my-auto @max-2xl:h-fit @2xl:@max-4xl:hidden">
            <TagPortrait tag={tag} />
          </span>
          <span className="grid min-w-0 @max-2xl:text-sm @max-2xl:leading-tight">
            <Code className="tabular-nums whitespace-nowrap max-[16rem]:whitespace-normal">{tag.code}</Code>
            {tag.label && (
              <bdi className="truncate text-xs font-normal text-ink-2 @max-2xl:leading-tight">{tag.label}</bdi>
            )}
          </span>
        </div>
      ),
    },
    {
      key: "pet",
      head: t("tags.pet"),
      cell: (tag) =>
        tag.petName ? (
          <bdi className="line-clamp-2 wrap-anywhere @max-2xl:line-clamp-1 @max-2xl:text-xs @max-2xl:leading-tight @max-2xl:text-ink-2 @2xl:min-w-24">
            {tag.petName}
          </bdi>
        ) : pets.length > 0 && tag.status === "active" ? (
          <div className="@max-2xl:py-0.5">
            <LinkDialog tag={tag} pets={pets} variant="quick" />
          </div>
        ) : (
          <span className="text-ink-3 @max-2xl:text-xs @max-2xl:leading-tight">{t("tags.noPet")}</span>
        ),
    },
    { key: "status", head: t("tags.status"), cell: (tag) => <TagChips tag={tag} besideLink={pets.length > 0} /> },
    {
      key: "updated",
      head: t("tags.updated"),
      cell: (tag) => <bdi className="whitespace-nowrap">{format.date(tag.updatedAt, "shortDate")}</bdi>,
    },
    {
      key: "actions",
      head: t("tags.more"),
      hideHead: true,
      end: true,
      cell: (tag) => (
        <div className="flex items-center justify-end gap-1">
          <QrDialog tag={tag} publicUrl={publicUrl} />
          <TagMenu tag={tag} pets={pets} publicUrl={publicUrl} />
        </div>
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

/** Page of the owner's tags as a dense list with bulk actions. */
export default function TagsPage({ loaderData, actionData: answer }: Route.ComponentProps) {
  const view = loaderData;
  const { key } = useLocation();
  const refused = answer?.intent?.endsWith("-many") ? answer : undefined;
  return (
    <TagsLayout view={view} answer={answer}>
      {/* The key clears the selection after another page, a new search or a completed action. */}
      <TagsManagementPage key={key} view={view} refused={refused} />
    </TagsLayout>
  );
}

export { TagsErrorBoundary as ErrorBoundary } from "./tags-error-boundary.tsx";
