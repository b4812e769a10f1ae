import Bell from "lucide-react/icons/bell";
import Megaphone from "lucide-react/icons/megaphone";
import MessageCircle from "lucide-react/icons/message-circle";
import ScanLine from "lucide-react/icons/scan-line";
import { href, Link } from "react-router";
import { PetPhoto } from "#app/features/pets/cards/pet-photo.tsx";
import { EvidenceChip } from "#app/features/scans/evidence-chip.tsx";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { directionOf } from "#app/platform/i18n/language.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { ButtonLink } from "#app/platform/ui/button.tsx";
import { Card, CardHeader } from "#app/platform/ui/card.tsx";
import { ScanDrawing } from "#app/platform/ui/drawings/scan-drawing.tsx";
import { Excerpt } from "#app/platform/ui/excerpt.tsx";
import { EmptyState } from "#app/platform/ui/lists/empty-state.tsx";
import type { Activity } from "./activity.server.ts";

interface Props {
  entries: readonly Activity[];
  next: string | null;
  /** Whether these are the newest entries; otherwise a link leads back to them. */
  isFirst: boolean;
}

/** List of recent activity of all kinds. */
export function RecentActivity({ entries, next, isFirst }: Props) {
  const t = useT();
  return (
    <Card as="section" id="activity">
      <CardHeader title={t("dashboard.activity.title")} />
      {entries.length === 0 && isFirst ? (
        <EmptyState
          level={3}
          drawing={<ScanDrawing />}
          title={t("dashboard.activity.empty")}
          text={t("dashboard.activity.emptyText")}
          className="py-4 md:py-6"
        />
      ) : (
        <ul className="divide-y divide-line">
          {entries.map((entry) => (
            // A report has several entries, at different times.
            <Entry key={`${entry.id} ${entry.at.getTime()}`} entry={entry} />
          ))}
        </ul>
      )}
      {(next || !isFirst) && (
        <div className="mt-3 flex flex-wrap justify-center gap-3">
          {!isFirst && (
            <ButtonLink to={`${href("/dashboard")}#activity`} variant="ghost" size="sm" preventScrollReset>
              {t("dashboard.activity.newest")}
            </ButtonLink>
          )}
          {next && (
            <ButtonLink
              to={`${href("/dashboard")}?before=${next}#activity`}
              variant="ghost"
              size="sm"
              preventScrollReset
            >
              {t("dashboard.activity.older")}
            </ButtonLink>
          )}
        </div>
      )}
    </Card>
  );
}

const icons = { scan: ScanLine, message: MessageCircle, report: Megaphone, notice: Bell };

function Entry({ entry }: { entry: Activity }) {
  const { t, format, language } = useViewer();
  const { kind, at, title, note, link, pet, evidence } = entry;
  const Icon = icons[kind];
  return (
    <li className="relative flex items-center gap-3.5 py-3.5">
      <span className="grid size-11 shrink-0 place-items-center overflow-hidden rounded-[14px] bg-sunken text-ink-2">
        {pet ? (
          <PetPhoto pet={pet} sizes="3rem" />
        ) : (
          <Icon role="img" aria-label={t(`dashboard.activity.kinds.${kind}`)} />
        )}
      </span>
      {/* The chip is beside the time, so that the title has the whole width. */}
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4">
        <Link to={link} prefetch="intent" className="stretched w-full text-sm font-semibold">
          {title}
        </Link>
        <p className="min-w-0 flex-[1_1_7rem] text-xs text-ink-3">
          <time dateTime={at.toISOString()} title={format.date(at, "dateTime")}>
            {format.ago(at)}
          </time>
          {note && (
            <>
              <span aria-hidden="true">{"\u00a0· "}</span>
              {/* News are sentences of ours, which may begin with a name in the other script. */}
              <Excerpt max={48} dir={kind === "notice" ? directionOf(language) : undefined}>
                {note}
              </Excerpt>
            </>
          )}
        </p>
        {evidence && <EvidenceChip evidence={evidence} />}
      </div>
    </li>
  );
}
