import Bell from "lucide-react/icons/bell";
import { Link, useLocation } from "react-router";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { BadgeCount } from "#app/platform/ui/badge-count.tsx";
import { buttonClass } from "#app/platform/ui/button.tsx";
import { inboxLink, isCurrent } from "../navigation.ts";

export function InboxBell({ unread }: { unread: number }) {
  const { t, format } = useViewer();
  const { pathname } = useLocation();
  return (
    <Link
      to={inboxLink.to}
      prefetch="intent"
      aria-current={isCurrent(inboxLink, pathname) ? "page" : undefined}
      className={`${buttonClass({ variant: "quiet", square: true })} aria-[current]:bg-brand-soft aria-[current]:text-brand-deep`}
    >
      <Bell aria-hidden className="size-5" />
      <span className="sr-only">{t(inboxLink.label)}</span>
      <BadgeCount
        count={unread}
        label={t("owner.unread", { count: unread })}
        format={(number) => format.number(number)}
        className="absolute -end-0.5 -top-0.5 h-4.5 min-w-4.5 px-1 text-[0.6875rem]"
      />
    </Link>
  );
}
