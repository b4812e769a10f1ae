// /dashboard/tags: not in tags, because each tag is shown with its last scan, and scans come after tags.
import { href, Link } from "react-router";
import { requireUser } from "#app/features/auth/guards.server.ts";
import { getTagsView, type OwnTag, type TagsView } from "#app/features/tags/manage/list-tags.server.ts";
import { type PetName, PetSelect } from "#app/features/tags/manage/pet-select.tsx";
import { handleTagForms as action } from "#app/features/tags/manage/tag-actions.server.ts";
import { TagChips, TagPortrait } from "#app/features/tags/manage/tag-chips.tsx";
import { TagMenu } from "#app/features/tags/manage/tag-menu.tsx";
import { failedTagForms } from "#app/features/tags/manage/tags-error-boundary.tsx";
import { TagsLayout } from "#app/features/tags/manage/tags-layout.tsx";
import { QrDialog } from "#app/features/tags/printing/qr-dialog.tsx";
import { useViewer } from "#app/features/users/use-viewer.ts";
import type { FormAnswer } from "#app/platform/http/forms/form.server.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { ButtonLink } from "#app/platform/ui/button.tsx";
import { Card } from "#app/platform/ui/card.tsx";
import { cx } from "#app/platform/ui/cx.ts";
import { Excerpt } from "#app/platform/ui/excerpt.tsx";
import { AppForm } from "#app/platform/ui/forms/app-form.tsx";
import { Field } from "#app/platform/ui/forms/field.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { Ltr } from "#app/platform/ui/ltr.tsx";
import type { PageHandle } from "#app/platform/ui/page/page-handle.ts";
import { type LastScan, listLastScans } from "../recording/last-scans.server.ts";
import type { Route } from "./+types/tag-cards-page";

export const handle = {
  i18n: ["reachability", "replacement", "tagWriting", "tags"],
  title: "tags.title",
  failed: failedTagForms,
} satisfies PageHandle;

export async function loader(args: Route.LoaderArgs) {
  const { ctx, actor } = await requireUser(args.request, args.context);
  const view = await getTagsView(args, 24);
  const ids = view.tags.map(({ id }) => id);
  return { ...view, last: await listLastScans(ctx, actor, ids) };
}

export { TagsErrorBoundary as ErrorBoundary } from "#app/features/tags/manage/tags-error-boundary.tsx";
export { action };

/** Page that lists the owner's tags as cards, with the linked pet and the last scan. */
export default function TagCardsPage({ loaderData, actionData: answer }: Route.ComponentProps) {
  const { last, ...view } = loaderData;
  const scanOf = new Map(last.map((scan) => [scan.tagId, scan]));
  return (
    <TagsLayout view={view} answer={answer}>
      <ul className="grid grid-cols-1 gap-2.5 wrap-anywhere md:gap-4 sm:grid-cols-[repeat(auto-fill,minmax(20rem,1fr))]">
        {view.tags.map((tag) => (
          <TagCard
            key={tag.id}
            tag={tag}
            view={view}
            scan={scanOf.get(tag.id)}
            answer={answer?.intent === "link" ? answer : undefined}
          />
        ))}
      </ul>
    </TagsLayout>
  );
}

interface TagCardProps {
  tag: OwnTag;
  view: TagsView;
  scan: LastScan | undefined;
  answer: FormAnswer | undefined;
}

interface Props {
  tag: { id: string; petId: string | null };
  pets: PetName[];
  answer?: FormAnswer | undefined;
}

function LinkForm({ tag, pets, answer }: Props) {
  const t = useT();
  const isSubmittedForm = answer?.form.initialValue?.tagId === tag.id;
  const errors = isSubmittedForm ? (answer?.form.error?.petId ?? undefined) : undefined;
  if (pets.length === 0)
    return (
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-sm text-ink-2">{t("tags.needPet")}</p>
        <ButtonLink to={href("/dashboard/pets/new")} size="sm" variant="ghost">
          {t("tags.addPet")}
        </ButtonLink>
      </div>
    );
  return (
    <AppForm intent="link" values={{ tagId: tag.id }} preventScrollReset className="flex items-end gap-2" noValidate>
      <Field id={`pet-of-${tag.id}`} label={t("tags.pet")} errors={errors} className="min-w-0 grow">
        <PetSelect
          name="petId"
          pets={pets}
          empty={t("tags.choosePet")}
          defaultValue={tag.petId ?? ""}
          key={tag.petId}
        />
      </Field>
      <SubmitButton variant={tag.petId ? "ghost" : "main"}>
        {tag.petId ? t("tags.changeLink") : t("tags.link")}
      </SubmitButton>
    </AppForm>
  );
}

function TagCard({ tag, view, scan, answer }: TagCardProps) {
  const isToLink = tag.status === "active" && !tag.petId;
  return (
    <Card as="li" pad="none" className="grid grid-cols-1 content-start gap-3 px-3.5 py-2.5 md:p-4">
      <div className="flex min-h-14 items-center gap-3">
        <TagPortrait tag={tag} />
        <div className="min-w-0 grow leading-snug">
          <p className="font-semibold">
            {tag.petName ? <bdi className="truncate">{tag.petName}</bdi> : <Ltr className="truncate">{tag.code}</Ltr>}
          </p>
          <p className="text-xs text-ink-2 tabular-nums">
            {tag.petName && <Ltr>{tag.code}</Ltr>}
            {tag.petName && tag.label && <span aria-hidden="true">{"\u00a0· "}</span>}
            {tag.label && <Excerpt max={60}>{tag.label}</Excerpt>}
          </p>
          <TagState tag={tag} />
          {(scan || tag.petId) && <LastSeen scan={scan} />}
        </div>
        <div className="flex shrink-0 items-center">
          <QrDialog tag={tag} publicUrl={view.publicUrl} />
          <TagMenu tag={tag} pets={isToLink ? [] : view.pets} publicUrl={view.publicUrl} />
        </div>
      </div>
      <TagChips tag={tag} onlyExceptions />
      {isToLink && <LinkForm tag={tag} pets={view.pets} answer={answer} />}
    </Card>
  );
}

function TagState({ tag: { status, petId } }: { tag: OwnTag }) {
  const t = useT();
  const state = status !== "active" ? "inactive" : petId ? "linked" : "unlinked";
  return (
    <p className="flex items-baseline gap-1.5 text-xs text-ink-2">
      <span aria-hidden="true" className={cx("size-2 shrink-0 self-center rounded-full", dots[state])} />
      {t(`tags.sentences.${state}`)}
    </p>
  );
}

const dots = { linked: "bg-ok", unlinked: "bg-sun", inactive: "bg-ink-3" };

function LastSeen({ scan }: { scan: LastScan | undefined }) {
  const { t, format } = useViewer();
  if (!scan) return <p className="text-xs text-ink-3">{t("tags.neverScanned")}</p>;
  return (
    <p className="text-xs text-ink-2">
      <Link to={href("/dashboard/scan-details/:scanId", { scanId: scan.id })} className="link">
        {t("tags.lastScanned", { ago: format.ago(scan.at) })}
      </Link>
      {scan.place && (
        <>
          <span aria-hidden="true">{"\u00a0· "}</span>
          <Excerpt max={60}>{scan.place}</Excerpt>
        </>
      )}
    </p>
  );
}
