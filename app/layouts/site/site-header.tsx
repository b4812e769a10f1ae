import { useState } from "react";
import { href, Link, useLocation } from "react-router";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { isAdmin } from "#app/features/users/users.rules.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { ButtonLink } from "#app/platform/ui/button.tsx";
import { cx } from "#app/platform/ui/cx.ts";
import { Logo } from "#app/platform/ui/logo.tsx";
import { LanguageSwitch } from "../language-switch.tsx";
import { MenuOpener, MenuSheet } from "../menu-opener.tsx";
import { isCurrent } from "../navigation.ts";
import { SignOutButton } from "../sign-out-button.tsx";
import { ThemeSwitch } from "../theme-switch.tsx";
import { CartButton } from "./cart-button.tsx";
import { siteLinks } from "./site-navigation.ts";

const navId = "site-links";

export function SiteHeader() {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  return (
    <header className="sticky top-0 z-40 border-b border-line bg-paper print:hidden">
      <div className="wrap flex flex-wrap items-center gap-x-1 py-2 max-md:not-has-[nav:target]:flex-nowrap sm:gap-x-2 lg:gap-x-4">
        <Link
          to="/"
          aria-label={t("shell.homeLink")}
          className="@container flex min-w-0 flex-1 rounded-1 py-1.5 lg:me-2 lg:flex-none lg:[container-type:normal]"
        >
          {/* With large text, the mark alone, beside the buttons. */}
          <Logo word={t("shell.name")} className="@max-[6.5rem]:[&>:last-child]:hidden" />
        </Link>
        <nav
          id={navId}
          aria-label={t("site.navigation.label")}
          className="order-last basis-full max-md:hidden max-md:target:block md:-mx-3 md:flex md:flex-wrap lg:order-none lg:mx-0 lg:flex-1 lg:basis-auto"
        >
          <SiteLinks />
          <div className="flex flex-wrap gap-2 py-3 md:hidden">
            <AccountLinks />
          </div>
        </nav>
        <CartButton />
        <LanguageSwitch className="max-[374px]:[&_button>:first-child]:hidden" />
        <ThemeSwitch className="max-md:hidden" />
        <div className="flex items-center gap-2 max-md:hidden">
          <AccountLinks />
        </div>
        <div className="md:hidden">
          <MenuOpener to={navId} onOpen={() => setOpen(true)} />
        </div>
      </div>
      <MenuSheet
        side="end"
        open={isOpen}
        onOpenChange={setOpen}
        footer={
          <div className="flex items-center justify-between gap-2">
            <LanguageSwitch />
            <ThemeSwitch />
          </div>
        }
      >
        <nav aria-label={t("site.navigation.label")} className="grid gap-1">
          <SiteLinks />
        </nav>
        <div className="mt-5 grid gap-2.5">
          <AccountLinks full />
        </div>
      </MenuSheet>
    </header>
  );
}

function SiteLinks() {
  const t = useT();
  const { pathname } = useLocation();
  return siteLinks.map((item) => {
    const on = isCurrent(item, pathname);
    return (
      <Link
        key={item.to}
        to={item.to}
        prefetch="intent"
        aria-current={on ? "page" : undefined}
        className={cx(
          "flex min-h-11 items-center rounded-full px-3 text-sm whitespace-nowrap transition-colors hover:bg-sunken hover:text-ink",
          on ? "font-semibold text-ink" : "text-ink-2",
        )}
      >
        {t(item.label)}
      </Link>
    );
  });
}

function AccountLinks({ full }: { full?: boolean }) {
  const { t, user } = useViewer();
  // Preserves the page to return to after signing in, whichever link is used.
  const { pathname, search } = useLocation();
  const to = pathname.startsWith("/auth") ? new URLSearchParams(search).get("to") : null;
  const authPath = (mode?: string) =>
    `${href("/auth")}?${new URLSearchParams({ ...(mode && { mode }), ...(to && { to }) })}`.replace(/\?$/, "");
  if (!user)
    return (
      <>
        <ButtonLink to={authPath()} variant="quiet" size="sm" full={full}>
          {t("shell.login")}
        </ButtonLink>
        <ButtonLink to={authPath("sign-up")} variant="ghost" size="sm" full={full}>
          {t("shell.signUp")}
        </ButtonLink>
      </>
    );
  return (
    <>
      {isAdmin(user) && (
        <ButtonLink to={href("/admin")} variant="quiet" size="sm" full={full}>
          {t("site.navigation.admin")}
        </ButtonLink>
      )}
      <ButtonLink to={href("/dashboard")} variant="ghost" size="sm" full={full}>
        {t("shell.dashboard")}
      </ButtonLink>
      <SignOutButton variant={full ? "row" : "button"} />
    </>
  );
}
