import type { ReactNode } from "react";
import { Outlet, useLocation, useMatches } from "react-router";
import { getUser } from "#app/features/auth/guards.server.ts";
import { countCartPieces } from "#app/features/cart/cart.server.ts";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { appContext } from "#app/platform/http/request-info.server.ts";
import { isLanguage } from "#app/platform/i18n/language.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { readSiteSettings } from "#app/platform/site-settings.server.ts";
import { LinkPreview, previewSize } from "#app/platform/ui/page/link-preview.tsx";
import type { PageHandle } from "#app/platform/ui/page/page-handle.ts";
import { ErrorView } from "../error-view.tsx";
import { usePageTitle } from "../page-title.ts";
import type { Route } from "./+types/site-layout";
import { SiteFooter } from "./site-footer.tsx";
import { SiteHeader } from "./site-header.tsx";

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = context.get(appContext);
  const actor = await getUser(request, context);
  const { publicUrl } = ctx.settings;
  const { socialUrls } = readSiteSettings(ctx).site;
  return { publicUrl, socialUrls, cartCount: actor && (await countCartPieces(ctx, actor)) };
}

export const handle = { i18n: ["site", "owner"] };

function SiteHead({ publicUrl }: { publicUrl: string }) {
  const { pathname, search } = useLocation();
  const { t, language } = useViewer();
  const title = usePageTitle();
  const { description, hasOwnPreview } = (useMatches().at(-1)?.handle ?? {}) as PageHandle;
  if (hasOwnPreview) return null;
  if (!description) return <meta name="robots" content="noindex" />;
  const named = new URLSearchParams(search).get("lang");
  return (
    <LinkPreview
      url={publicUrl + pathname}
      named={isLanguage(named) ? named : null}
      language={language}
      siteName={t("shell.name")}
      title={title}
      description={t(description)}
      picture={{ url: `${publicUrl}/og/${language}.png`, ...previewSize }}
    />
  );
}

/** Layout of public pages: top bar, content, footer. A page may omit the site's links. */
export default function SiteLayout({ loaderData }: Route.ComponentProps) {
  const { publicUrl, socialUrls } = loaderData;
  return (
    <SiteFrame socialUrls={socialUrls}>
      <SiteHead publicUrl={publicUrl} />
      <Outlet />
    </SiteFrame>
  );
}

export function ErrorBoundary() {
  return (
    <SiteFrame>
      <ErrorView isFramed />
    </SiteFrame>
  );
}

function SiteFrame({ socialUrls = [], children }: { socialUrls?: readonly string[]; children: ReactNode }) {
  const t = useT();
  return (
    <div data-density="site" className="flex min-h-dvh flex-col">
      <a href="#content" className="skip-link">
        {t("common.skip")}
      </a>
      <SiteHeader />
      <main id="content" tabIndex={-1} className="flex-1 outline-none">
        {children}
      </main>
      <SiteFooter socialUrls={socialUrls} />
    </div>
  );
}
