import { useTranslation } from "react-i18next";
import { href, Link } from "react-router";
import { requireUser } from "#app/features/auth/guards.server.ts";
import { LinkForm } from "#app/features/tags/manage/link-form.tsx";
import type { OwnTag } from "#app/features/tags/manage/list-tags.server.ts";
import { getTagsView, type TagsView } from "#app/features/tags/manage/load-tags.server.ts";
import { handleTagForms as action } from "#app/features/tags/manage/tag-actions.server.ts";
import { TagMenu } from "#app/features/tags/manage/tag-menu.tsx";
import { TagFrame } from "#app/features/tags/manage/tags-layout.tsx";
import { QrDialog } from "#app/features/tags/printing/qr-dialog.tsx";
import { TagChips } from "#app/features/tags/tag-chips.tsx";
import { TagPortrait } from "#app/features/tags/tag-portrait.tsx";
import { useViewer } from "#app/features/users/use-viewer.ts";
import type { FormAnswer } from "#app/platform/http/forms/form.server.ts";
import { submitForm } from "#app/platform/http/forms/submit-form.ts";
import { formatAgo } from "#app/platform/i18n/format.ts";
import { Ltr } from "#app/platform/ui/bdi.tsx";
import { Card } from "#app/platform/ui/card.tsx";
import { TagDrawing } from "#app/platform/ui/drawings/tag-drawing.tsx";
import { type LastScan, listLastScans } from "../recording/last-scans.server.ts";
import type { Route } from "./+types/tag-cards-page";

export const handle = { i18n: ["replacement", "scans", "tags"], title: "tags.title" };

export async function loader(args: Route.LoaderArgs) {
  const { ctx, actor } = await requireUser(args.request, args.context);
  const view = await getTagsView(args, 24);
  const ids = view.tags.map(({ id }) => id);
  return { ...view, last: await listLastScans(ctx, actor, ids) };
}

export { action };

export const clientAction = submitForm;

/** The owner's tags at a glance: which pet each leads to, and when somebody last scanned it. */
export default function TagCardsScreen({ loaderData, actionData: answer }: Route.ComponentProps) {
  const { last, ...view } = loaderData;
  const scanOf = new Map(last.map((scan) => [scan.tagId, scan]));
  return (
    <TagFrame view={view} answer={answer}>
      <ul className="grid grid-cols-1 gap-4 wrap-anywhere sm:grid-cols-[repeat(auto-fill,minmax(20rem,1fr))]">
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
    </TagFrame>
  );
}

interface TagCardProps {
  tag: OwnTag;
  view: TagsView;
  scan: LastScan | undefined;
  answer: FormAnswer | undefined;
}

function TagCard({ tag, view, scan, answer }: TagCardProps) {
  const { t } = useTranslation();
  const isWorking = tag.status === "active" && tag.petId !== null;
  return (
    <Card as="li" pad="none" className="flex flex-col">
      <div className="relative grid h-36 place-items-center rounded-t-2 bg-brand-soft">
        <TagDrawing metal={isWorking ? "gold" : "steel"} className="h-28" />
        <div className="absolute end-2 top-2">
          <TagMenu tag={tag} pets={[]} publicUrl={view.publicUrl} />
        </div>
      </div>
      <div className="grid grow content-start gap-4 p-5">
        <div className="flex items-start gap-3">
          {tag.petId && <TagPortrait tag={tag} />}
          <div className="min-w-0 grow">
            <p className="line-clamp-2 font-semibold">
              <bdi>{tag.petName ?? t("tags.noPet")}</bdi>
            </p>
            <p className="text-sm text-ink-2 tabular-nums">
              <Ltr>{tag.code}</Ltr>
            </p>
            {tag.label && (
              <p className="line-clamp-1 text-sm text-ink-2">
                <bdi>{tag.label}</bdi>
              </p>
            )}
          </div>
        </div>
        <TagChips tag={tag} />
        <LastSeen scan={scan} />
        <LinkForm tag={tag} pets={view.pets} answer={answer} />
      </div>
      <div className="flex justify-end border-t border-line p-3">
        <QrDialog tag={tag} publicUrl={view.publicUrl} />
      </div>
    </Card>
  );
}

function LastSeen({ scan }: { scan: LastScan | undefined }) {
  const { t } = useTranslation();
  const { language, now } = useViewer();
  if (!scan) return <p className="text-sm text-ink-3">{t("scans.neverScanned")}</p>;
  return (
    <p className="text-sm text-ink-2">
      <Link to={href("/dashboard/scan-details/:scanId", { scanId: scan.id })} className="link">
        {t("scans.lastScanned", { ago: formatAgo(scan.at, new Date(now), language) })}
      </Link>
      {scan.place && (
        <>
          <span aria-hidden="true"> · </span>
          <bdi>{scan.place}</bdi>
        </>
      )}
    </p>
  );
}
