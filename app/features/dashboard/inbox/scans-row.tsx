import ChevronDown from "lucide-react/icons/chevron-down";
import ScanLine from "lucide-react/icons/scan-line";
import { useTranslation } from "react-i18next";
import { PetPhoto } from "#app/features/pets/pet-photo.tsx";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { formatAgo, formatDate } from "#app/platform/i18n/format.ts";
import { formatSpan } from "#app/platform/i18n/format-span.ts";
import { cx } from "#app/platform/ui/cx.ts";
import { NotificationRow, type ShownNotification } from "./notification-row.tsx";

/** Expandable row of several scan notifications of one pet, newest first. */
export function ScansRow({ notifications }: { notifications: [ShownNotification, ...ShownNotification[]] }) {
  const { t } = useTranslation();
  const { language, timeZone, now } = useViewer();
  const [newest] = notifications;
  const oldest = notifications.at(-1) ?? newest;
  const isNew = notifications.some(({ readAt }) => !readAt);
  const seconds = Math.max(90, (newest.createdAt.getTime() - oldest.createdAt.getTime()) / 1000);
  return (
    <li>
      <details className="group/scans">
        <summary
          className={cx(
            "flex cursor-pointer list-none items-center gap-3.5 px-4 py-2.5 md:px-5 [&::-webkit-details-marker]:hidden",
            isNew && "bg-brand-soft/50",
          )}
        >
          <span className="grid size-11 shrink-0 place-items-center rounded-full bg-sunken text-ink-2">
            {newest.pet ? (
              <PetPhoto pet={newest.pet} width={160} className="rounded-full" />
            ) : (
              <ScanLine aria-hidden className="size-5" />
            )}
          </span>
          <span className="min-w-0 flex-1">
            <span className="flex flex-wrap items-baseline gap-x-3">
              <span className={cx("min-w-0 flex-[1_1_7rem] truncate text-sm", isNew ? "font-semibold" : "font-medium")}>
                {t("notifications.scans", { name: newest.params.petName ?? "", count: notifications.length })}
              </span>
              <time
                dateTime={newest.createdAt.toISOString()}
                title={formatDate(newest.createdAt, language, timeZone, "dateTime")}
                className="shrink-0 text-xs text-ink-3"
              >
                {formatAgo(newest.createdAt, new Date(now), language)}
              </time>
            </span>
            <span className="block truncate text-sm text-ink-2">
              {t("notifications.within", { span: formatSpan(seconds, language, { afterPreposition: true }) })}
            </span>
          </span>
          {isNew && (
            <span className="size-2.5 shrink-0 rounded-full bg-sun">
              <span className="sr-only">{t("notifications.new")}</span>
            </span>
          )}
          <ChevronDown
            aria-hidden
            className="size-5 shrink-0 text-ink-3 transition-transform group-open/scans:rotate-180"
          />
        </summary>
        <ul className="divide-y divide-line border-t border-line ps-6">
          {notifications.map((notification) => (
            <NotificationRow key={notification.id} notification={notification} />
          ))}
        </ul>
      </details>
    </li>
  );
}
