import { type ReactNode, useState } from "react";
import { href, Link, Outlet, useLoaderData, useLocation } from "react-router";
import { addSessionEndHeader, requireUser, userOnly } from "#app/features/auth/guards.server.ts";
import type { Emergency } from "#app/features/emergencies/emergencies.rules.ts";
import { listEmergencies } from "#app/features/emergencies/emergencies.server.ts";
import { EmergencyBanner, EmergencyCount } from "#app/features/emergencies/emergency-banner.tsx";
import { EmergenciesContext } from "#app/features/emergencies/use-emergencies.ts";
import { countUnread } from "#app/features/notifications/notifications.server.ts";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { displayName, isAdmin, signInNameOf } from "#app/features/users/users.rules.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { BadgeCount, RedDot } from "#app/platform/ui/badge-count.tsx";
import { Logo } from "#app/platform/ui/logo.tsx";
import { ErrorView } from "../error-view.tsx";
import { LanguageSwitch } from "../language-switch.tsx";
import { MenuOpener, MenuSheet } from "../menu-opener.tsx";
import { inboxLink, isCurrent } from "../navigation.ts";
import { SideNav } from "../side-nav.tsx";
import { SidePerson } from "../side-person.tsx";
import { ThemeSwitch } from "../theme-switch.tsx";
import type { Route } from "./+types/owner-layout";
import { InboxBell } from "./inbox-bell.tsx";
import { bottomLinks, ownerAdminLink, ownerLinks, urgentLinks } from "./owner-navigation.ts";

export const middleware = [userOnly, addSessionEndHeader];

export async function loader({ request, context }: Route.LoaderArgs) {
  const { ctx, actor } = await requireUser(request, context);
  const [unread, emergencies] = await Promise.all([countUnread(ctx, actor), listEmergencies(ctx, actor)]);
  return { unread, emergencies };
}

export const handle = { i18n: ["owner"] };

/**
 * Layout of the owner's area: sidebar of 256 px; below 768 px, a bottom bar and a slide-in menu. Emergencies are shown
 * above the content.
 */
export default function OwnerLayout() {
  return (
    <OwnerFrame>
      <Outlet />
    </OwnerFrame>
  );
}

export function ErrorBoundary() {
  return (
    <OwnerFrame>
      <ErrorView isFramed />
    </OwnerFrame>
  );
}

const navId = "owner-links";
const none: Emergency[] = [];

/**
 * Bottom bar on a phone with the owner's five main links. Sticky elements are placed above it using `--foot-height`.
 */
function BottomBar({ unread, emergencies }: { unread: number; emergencies: readonly Emergency[] }) {
  const { t, format } = useViewer();
  const { pathname } = useLocation();
  const urgent = urgentLinks(t, emergencies);
  return (
    <nav
      data-foot
      aria-label={t("owner.quickLabel")}
      className="fixed inset-x-0 bottom-0 z-40 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] md:hidden print:hidden"
    >
      <ul className="grid h-[calc(2.25rem+24px)] grid-cols-5">
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
                {/* With large text, a label has two lines and grows as far as its longest word fits. */}
                <span className="line-clamp-2 max-w-full px-0.5 text-center text-[min(0.6875rem,4vw)] leading-none hyphens-auto wrap-anywhere">
                  {t(label)}
                </span>
                {dot && <RedDot label={dot} className="absolute start-[calc(50%+8px)] top-2" />}
                {to === inboxLink.to && (
                  <BadgeCount
                    count={unread}
                    label={t("owner.unread", { count: unread })}
                    format={(number) => format.number(number)}
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

/** Pages that show emergencies themselves, or only as a dot with their number. */
const hidesEmergencyBanner = (page: string) =>
  page === href("/dashboard") || page.startsWith(href("/dashboard/settings")) || page.endsWith("/posters");

function OwnerFrame({ children }: { children: ReactNode }) {
  const t = useT();
  const { pathname } = useLocation();
  const loaded = useLoaderData<typeof loader>() as Awaited<ReturnType<typeof loader>> | undefined;
  const unread = loaded?.unread ?? 0;
  const emergencies = loaded?.emergencies ?? none;
  const page = pathname.replace(/\/$/, "");
  // The overview has its own, larger version of the emergencies, and the inbox lists waiting finders.
  const isInbox = page === href("/dashboard/inbox");
  const urgent = emergencies.filter(({ kind, to }) => to.split(/[#?]/)[0] !== page && !(isInbox && kind !== "lost"));
  const [isOpen, setOpen] = useState(false);
  const count = hidesEmergencyBanner(page) && page !== href("/dashboard") && <EmergencyCount emergencies={urgent} />;
  return (
    <div data-density="owner" className="md:grid md:min-h-dvh md:grid-cols-[256px_minmax(0,1fr)] print:block">
      <a href="#content" className="skip-link">
        {t("common.skip")}
      </a>
      <header className="sticky top-0 z-40 flex items-center gap-1 border-b border-line bg-paper px-3 py-1.5 md:hidden print:hidden">
        <MenuOpener to={navId} onOpen={() => setOpen(true)} />
        <HomeLink />
        {count}
      </header>
      <aside
        id={navId}
        className="border-line bg-surface max-md:hidden max-md:border-b max-md:target:block md:border-e print:hidden"
      >
        <div className="flex flex-col gap-4 p-4 md:sticky md:top-0 md:h-dvh">
          <div className="flex items-center justify-between ps-2 max-md:hidden">
            <HomeLink />
            {count}
            <InboxBell unread={unread} />
          </div>
          <div className="-mx-1 min-h-0 flex-1 overflow-y-auto px-1">
            <OwnerLinks emergencies={emergencies} />
          </div>
          <OwnerFoot />
        </div>
      </aside>
      <MenuSheet open={isOpen} onOpenChange={setOpen} footer={<OwnerFoot />}>
        <OwnerLinks emergencies={emergencies} />
      </MenuSheet>
      {/* A conversation fills the screen that the bars leave. */}
      <div className="flex min-w-0 flex-col has-data-fill:[transition:height_0s_0.3s] has-data-fill:h-[calc(100dvh-58px-var(--foot-height,0px))] md:has-data-fill:h-dvh">
        {!hidesEmergencyBanner(page) && <EmergencyBanner emergencies={urgent} />}
        <main id="content" tabIndex={-1} className="flex-1 outline-none has-data-fill:min-h-0">
          <div className="mx-auto w-full max-w-[1120px] px-5 pt-4 pb-6 has-data-fill:h-full max-md:has-data-fill:p-0! md:px-8 md:py-9">
            <EmergenciesContext value={emergencies}>{children}</EmergenciesContext>
          </div>
        </main>
      </div>
      <BottomBar unread={unread} emergencies={emergencies} />
    </div>
  );
}

function HomeLink() {
  const t = useT();
  return (
    <Link to="/" aria-label={t("shell.homeLink")} className="me-auto flex rounded-1">
      <Logo word={t("shell.name")} size="sm" />
    </Link>
  );
}

function OwnerLinks({ emergencies }: { emergencies: readonly Emergency[] }) {
  const { t, user } = useViewer();
  const items = isAdmin(user) ? [...ownerLinks, ownerAdminLink] : ownerLinks;
  return <SideNav label={t("owner.label")} items={items} urgent={urgentLinks(t, emergencies)} />;
}

function OwnerFoot() {
  const { user } = useViewer();
  return (
    <div className="grid grid-cols-1 gap-3 md:border-t md:border-line md:pt-3">
      <div className="flex items-center justify-between">
        <LanguageSwitch />
        <ThemeSwitch />
      </div>
      {user && <SidePerson name={displayName(user)} email={signInNameOf(user)} />}
    </div>
  );
}
