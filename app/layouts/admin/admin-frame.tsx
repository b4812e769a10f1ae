import PanelLeftClose from "lucide-react/icons/panel-left-close";
import PanelLeftOpen from "lucide-react/icons/panel-left-open";
import Search from "lucide-react/icons/search";
import { type ReactNode, useEffect, useState } from "react";
import { href, Link } from "react-router";
import type { AdminCounts } from "#app/features/admin/overview/admin-counts.server.ts";
import { SearchDialog } from "#app/features/admin/search/search-dialog.tsx";
import { adminCheckEvery } from "#app/features/auth/auth.rules.ts";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { signInNameOf } from "#app/features/users/users.rules.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { IconButton } from "#app/platform/ui/button.tsx";
import { cx } from "#app/platform/ui/cx.ts";
import { Logo, LogoMark } from "#app/platform/ui/logo.tsx";
import { LanguageSwitch } from "../language-switch.tsx";
import { MenuOpener, MenuSheet } from "../menu-opener.tsx";
import { SideLink, SideNav } from "../side-nav.tsx";
import { SidePerson } from "../side-person.tsx";
import { ThemeSwitch } from "../theme-switch.tsx";
import { adminLinks, adminSearchLink, adminSettingsLink, backToSiteLink } from "./admin-navigation.ts";
import { storeSidebarState } from "./admin-sidebar-cookie.ts";

interface AdminFrameProps {
  counts: AdminCounts | undefined;
  isCollapsedAtFirst: boolean;
  children: ReactNode;
}

const navId = "admin-links";

/** Frame of admin pages: sidebar of 256 px that collapses to 64 px, a slide-in menu below 1024 px, where tables need the room, and the content. */
export function AdminFrame({ counts: given, isCollapsedAtFirst, children }: AdminFrameProps) {
  const t = useT();
  const counts = useAdminCounts(given);
  const [isCollapsed, setCollapsed] = useState(isCollapsedAtFirst);
  const [isOpen, setOpen] = useState(false);

  function collapse() {
    setCollapsed(!isCollapsed);
    storeSidebarState(!isCollapsed);
  }

  return (
    <div
      data-density="admin"
      className={cx(
        "transition-[grid-template-columns] duration-300 lg:grid lg:min-h-dvh print:block",
        isCollapsed ? "lg:grid-cols-[64px_minmax(0,1fr)]" : "lg:grid-cols-[256px_minmax(0,1fr)]",
      )}
    >
      <a href="#content" className="skip-link">
        {t("common.skip")}
      </a>
      <header className="sticky top-0 z-40 flex items-center gap-2 border-b border-line bg-paper px-3 py-1.5 lg:hidden print:hidden">
        <MenuOpener to={navId} onOpen={() => setOpen(true)} />
        <Logo word={t("shell.name")} size="sm" />
        <span className="min-w-0 truncate text-sm text-ink-3">{t("adminArea.title")}</span>
        <Link
          to={href("/admin/search")}
          aria-label={t("adminArea.search.title")}
          className="ms-auto grid size-11 shrink-0 place-items-center rounded-full hover:bg-sunken"
        >
          <Search aria-hidden className="size-5" />
        </Link>
      </header>
      <aside
        id={navId}
        className="min-w-0 border-line bg-surface max-lg:hidden max-lg:border-b max-lg:target:block lg:border-e print:hidden"
      >
        <div className={cx("flex flex-col gap-4 py-4 lg:sticky lg:top-0 lg:h-dvh", isCollapsed ? "px-2" : "px-4")}>
          <div
            className={cx("flex items-center gap-2 max-lg:hidden", isCollapsed ? "flex-col" : "justify-between ps-2")}
          >
            <Link to={href("/admin")} className="flex rounded-1">
              {isCollapsed ? <LogoMark className="size-8" /> : <Logo word={t("shell.name")} size="sm" />}
              <span className="sr-only"> {t("adminArea.title")}</span>
            </Link>
            <IconButton
              size="sm"
              aria-label={t(isCollapsed ? "adminArea.expand" : "adminArea.collapse")}
              aria-expanded={!isCollapsed}
              aria-controls={navId}
              onClick={collapse}
            >
              {isCollapsed ? (
                <PanelLeftOpen aria-hidden className="rtl:-scale-x-100" />
              ) : (
                <PanelLeftClose aria-hidden className="rtl:-scale-x-100" />
              )}
            </IconButton>
          </div>
          <div className="-mx-1 min-h-0 flex-1 overflow-x-hidden overflow-y-auto px-1">
            <SideLink item={adminSearchLink} isCollapsed={isCollapsed} />
            <SideNav label={t("adminArea.label")} items={adminLinks} counts={counts} isCollapsed={isCollapsed} />
          </div>
          <AdminFoot isCollapsed={isCollapsed} />
        </div>
      </aside>
      <MenuSheet open={isOpen} onOpenChange={setOpen} footer={<AdminFoot />}>
        <SideNav label={t("adminArea.label")} items={adminLinks} counts={counts} />
      </MenuSheet>
      <SearchDialog />
      <main id="content" tabIndex={-1} className="min-w-0 outline-none">
        <div className="mx-auto w-full max-w-[1240px] px-5 py-6 md:px-8 md:py-9">{children}</div>
      </main>
    </div>
  );
}

function AdminFoot({ isCollapsed = false }: { isCollapsed?: boolean }) {
  const { t, user } = useViewer();
  const name = [user?.firstName, user?.lastName].filter(Boolean).join(" ") || t("adminArea.administrator");
  return (
    <div className="grid grid-cols-1 gap-3 lg:border-t lg:border-line lg:pt-3">
      <div className="grid gap-1">
        <SideLink item={adminSettingsLink} isCollapsed={isCollapsed} />
        <SideLink item={backToSiteLink} isCollapsed={isCollapsed} />
      </div>
      {!isCollapsed && (
        <div className="flex items-center justify-between">
          <LanguageSwitch />
          <ThemeSwitch />
        </div>
      )}
      <SidePerson
        name={name}
        email={user ? signInNameOf(user) : ""}
        from={{ area: "admin", failed: t("adminArea.check.logoutFailed") }}
        isCollapsed={isCollapsed}
      />
    </div>
  );
}

/**
 * Returns the badge counts of the page, refreshed every 60 s; keeps the last ones while the server does not respond.
 */
function useAdminCounts(given: AdminCounts | undefined): Partial<AdminCounts> {
  const [counts, setCounts] = useState<Partial<AdminCounts>>(given ?? {});
  useEffect(() => {
    if (given) setCounts(given);
  }, [given]);
  useEffect(() => {
    const timer = setInterval(async () => {
      const answer = await fetch(href("/admin/counts"), { redirect: "error" }).catch(() => null);
      if (answer?.ok) setCounts(await answer.json());
    }, adminCheckEvery);
    return () => clearInterval(timer);
  }, []);
  return counts;
}
