import { href } from "react-router";
import { renderFinderPage } from "#app/features/scans/finder-page/finder-document.server.tsx";
import { appContext, requestInfoContext } from "#app/platform/http/request-info.server.ts";
import { LostDrawing } from "#app/platform/ui/drawings/lost-drawing.tsx";
import type { Route } from "./+types/offline-page";
import source from "./offline-page-script.ts?minified";

/** Page that browsers store and show while offline; with `kept`, it links to the owner's stored pages. */
export function loader({ request, context }: Route.LoaderArgs) {
  const { language, nonce } = context.get(requestInfoContext);
  const t = context.get(appContext).translator(language);
  const hasKept = new URL(request.url).searchParams.has("kept");
  return renderFinderPage({
    language,
    nonce,
    script: { source },
    title: `${t("offlinePage.title")} · ${t("shell.name")}`,
    children: (
      <>
        <div className="hero">
          <LostDrawing />
        </div>
        <div className="sheet">
          <h1>{t("offlinePage.title")}</h1>
          <p>{t("offlinePage.text")}</p>
          <form>
            <button type="submit" className="btn sun">
              {t("offlinePage.retry")}
            </button>
          </form>
          {hasKept && (
            <>
              <p className="hint">{t("offlinePage.keptText")}</p>
              <a className="btn ghost" href={href("/dashboard/pets")}>
                {t("offlinePage.pets")}
              </a>
              <a className="btn ghost" href={href("/dashboard/scan-records")}>
                {t("offlinePage.scans")}
              </a>
              <a className="btn ghost" href={href("/dashboard/lost-found/new")}>
                {t("offlinePage.lost")}
              </a>
            </>
          )}
        </div>
      </>
    ),
  });
}
