import { useTranslation } from "react-i18next";
import { href, Link } from "react-router";
import { ShortcutHint } from "#app/features/admin-lists/shortcut-hint.tsx";
import { ButtonLink } from "#app/platform/ui/button.tsx";
import type { getQueuePlace } from "./admin-reports.server.ts";

/** Bar with the number of reports with open complaints, and a link to the next. */
export function QueueBar({ queue }: { queue: Awaited<ReturnType<typeof getQueuePlace>> }) {
  const { t } = useTranslation();
  if (queue.left === 0) return null;
  return (
    <div className="mb-5 flex flex-wrap items-center justify-between gap-3 rounded-2 border border-line bg-surface px-4 py-2">
      <p className="text-sm">
        <strong role="status">{t("moderation.left", { count: queue.left })}</strong>{" "}
        <Link to={`${href("/admin/lost-found")}?state=flagged`} className="link">
          {t("moderation.queue")}
        </Link>
      </p>
      {queue.nextId && (
        <ButtonLink
          to={href("/admin/lost-found/:reportId", { reportId: queue.nextId })}
          prefetch="render"
          variant="ghost"
          size="sm"
          aria-keyshortcuts="n"
          iconEnd={<ShortcutHint letter="n" />}
        >
          {t("moderation.next")}
        </ButtonLink>
      )}
    </div>
  );
}
