import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { type LoaderFunctionArgs, Outlet, useLoaderData } from "react-router";
import { worldContext } from "#app/platform/http/request-info.server.ts";
import { ErrorView } from "./error-view.tsx";
import { SiteFooter } from "./site-footer.tsx";
import { SiteHead } from "./site-head.tsx";
import { SiteHeader } from "./site-header.tsx";

export function loader({ context }: LoaderFunctionArgs) {
  return { publicUrl: context.get(worldContext).settings.publicUrl };
}

/** Public pages: top bar, content, footer. */
export default function SiteLayout() {
  const { publicUrl } = useLoaderData<typeof loader>();
  return (
    <SiteFrame>
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

function SiteFrame({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <div className="flex min-h-dvh flex-col">
      <a href="#content" className="skip-link">
        {t("site.skip")}
      </a>
      <SiteHeader />
      <main id="content" tabIndex={-1} className="flex-1 outline-none">
        {children}
      </main>
      <SiteFooter />
    </div>
  );
}
