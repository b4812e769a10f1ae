import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router";
import type { Emergency } from "#app/features/emergencies/emergencies.rules.ts";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { formatNumber } from "#app/platform/i18n/format-number.ts";
import { BadgeCount } from "#app/platform/ui/badge-count.tsx";
import { RedDot } from "#app/platform/ui/red-dot.tsx";
import { inboxLink, isCurrent } from "../navigation.ts";
import { bottomLinks, urgentLinks } from "./owner-navigation.ts";

/**
 * Bottom bar on a phone with the owner's five main links. Sticky elements are placed above it using `--foot-height`.
 */
export function BottomBar({ unread, emergencies }: { unread: number; emergencies: readonly Emergency[] }) {
  const { t } = useTranslation();
  const { language } = useViewer();
  const { pathname } = useLocation();
  const urgent = urgentLinks(t, emergencies);
  return (
    <nav
      data-foot
      aria-label={t("owner.quickLabel")}
      className="fixed inset-x-0 bottom-0 z-40 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] md:hidden print:hidden"
    >
      <ul className="grid h-15 grid-cols-5">
        {bottomLinks.map((item) => {
          const { to, label, icon: Icon } = item;
          const dot = urgent[to];
          return (
            <li key={to} className="min-w-0">
              <Link
                to={to}
                prefetch="intent"
                aria-current={isCurrent(item, pathname) ? "page" : undefined}
                className="relative grid h-full place-content-center justify-items-center gap-1 text-ink-2 -outline-offset-3 aria-[current]:font-semibold aria-[current]:text-brand-deep"
              >
                <Icon aria-hidden className="size-5.5" />
                <span className="max-w-full truncate px-0.5 text-[0.6875rem] leading-none">{t(label)}</span>
                {dot && <RedDot label={dot} className="absolute start-[calc(50%+8px)] top-2" />}
                {to === inboxLink.to && (
                  <BadgeCount
                    count={unread}
                    label={t("owner.unread", { count: unread })}
                    format={(number) => formatNumber(number, language)}
                    className="absolute start-[calc(50%+2px)] top-1 h-4.5 min-w-4.5 px-1 text-[0.6875rem]"
                  />
                )}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
