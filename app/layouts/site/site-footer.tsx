import { type FormEvent, useState } from "react";
import { Link, useLocation } from "react-router";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { Button } from "#app/platform/ui/button.tsx";
import { Field } from "#app/platform/ui/forms/field.tsx";
import { TextInput } from "#app/platform/ui/forms/text-input.tsx";
import { Logo } from "#app/platform/ui/logo.tsx";
import { showToast } from "#app/platform/ui/toasts/toaster.tsx";
import type { NavItem } from "../navigation.ts";
import { footerLinks, legalLinks, socialNameOf } from "./site-navigation.ts";

/**
 * Newsletter form that only shows a confirmation; nothing is sent. The input has no name, so that without JavaScript
 * the browser validates the address, does not send it and returns to the confirmation.
 */
function Newsletter() {
  const t = useT();
  const { pathname } = useLocation();
  const [isDone, setDone] = useState(false);

  function subscribe(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    event.currentTarget.reset();
    setDone(true);
    showToast({ type: "success", title: t("site.newsletter.done") });
  }

  return (
    <form method="get" action={`${pathname}#subscribed`} onSubmit={subscribe} className="grid content-start gap-3">
      <p className="font-semibold">{t("site.newsletter.title")}</p>
      <p className="text-sm text-ink-2">{t("site.newsletter.text")}</p>
      <div className="flex flex-wrap items-end gap-2">
        <Field label={t("site.newsletter.email")} className="min-w-[min(100%,13rem)] flex-1">
          <TextInput type="email" required ltr autoComplete="email" />
        </Field>
        <Button type="submit" variant="ghost">
          {t("site.newsletter.submit")}
        </Button>
      </div>
      <p
        id="subscribed"
        role="status"
        className={isDone ? "text-sm font-medium text-ok" : "hidden text-sm font-medium text-ok target:block"}
      >
        {t("site.newsletter.done")}
      </p>
    </form>
  );
}

/** Footer of the site; `socialUrls` are our pages on other sites. */
export function SiteFooter({ socialUrls }: { socialUrls: readonly string[] }) {
  const t = useT();
  const year = String(new Date(useViewer().now).getUTCFullYear());
  return (
    <footer className="mt-20 border-t border-line bg-sunken print:hidden">
      <div className="wrap grid grid-cols-2 gap-x-6 gap-y-10 py-12 lg:grid-cols-[1.4fr_1fr_1fr_1.7fr]">
        <div className="grid content-start gap-4 max-lg:col-span-2">
          <Logo word={t("shell.name")} />
          <p className="max-w-[34ch] text-sm text-ink-2">{t("site.footer.lead")}</p>
          {socialUrls.length > 0 && (
            <ul aria-label={t("site.footer.social")} className="flex flex-wrap gap-x-4">
              {socialUrls.map((url) => (
                <li key={url}>
                  <a href={url} target="_blank" rel="noreferrer" className="link inline-block py-1.5 text-sm">
                    <bdi lang="en" dir="ltr">
                      {socialNameOf(url)}
                    </bdi>
                    <span className="sr-only"> ({t("site.footer.newTab")})</span>
                  </a>
                </li>
              ))}
            </ul>
          )}
        </div>
        {footerLinks.map(({ title, links }) => (
          <nav key={title} aria-label={t(title)} className="grid content-start gap-2">
            <p className="font-semibold">{t(title)}</p>
            <FooterLinks links={links} />
          </nav>
        ))}
        <div className="max-lg:col-span-2 max-lg:max-w-[480px]">
          <Newsletter />
        </div>
      </div>
      <div className="border-t border-line">
        <div className="wrap flex flex-wrap items-center justify-between gap-x-8 gap-y-2 py-5 text-xs text-ink-3">
          <p>{t("site.footer.rights", { year })}</p>
          <FooterLinks links={legalLinks} row />
        </div>
      </div>
    </footer>
  );
}

function FooterLinks({ links, row }: { links: readonly NavItem[]; row?: boolean }) {
  const t = useT();
  return (
    <ul className={row ? "flex flex-wrap gap-x-5" : "grid"}>
      {links.map((item) => (
        <li key={item.label}>
          <Link
            to={item.to}
            className="inline-block rounded-1 py-1.5 text-sm text-ink-2 transition-colors hover:text-brand hover:underline hover:underline-offset-4"
          >
            {t(item.label)}
            {item.about && <span className="sr-only"> {t(item.about)}</span>}
          </Link>
        </li>
      ))}
    </ul>
  );
}
