import { Link } from "react-router";
import { useT } from "#app/platform/i18n/use-t.ts";
import type { PanelResult } from "./panel-search.server.ts";

/** Search results by kind: a link to each, and one to the whole list unless they are only similar. */
export function SearchResults({ results, onFollow }: { results: readonly PanelResult[]; onFollow?: () => void }) {
  const t = useT();
  return (
    <div className="grid gap-5">
      {results[0]?.all === null && <p role="status">{t("adminArea.search.similar")}</p>}
      {results.map(({ group, hits, all }) => (
        <section key={group} aria-label={t(`adminArea.search.groups.${group}`)} className="grid gap-1">
          <div className="flex items-center justify-between gap-3">
            <h2 className="text-sm font-semibold text-ink-2">{t(`adminArea.search.groups.${group}`)}</h2>
            {all && (
              <Link to={all} onClick={onFollow} className="link inline-flex min-h-11 items-center text-sm">
                {t("adminArea.search.all")}
              </Link>
            )}
          </div>
          <ul className="grid gap-1">
            {hits.map(({ id, title, detail, to }) => (
              <li key={id}>
                <Link
                  to={to}
                  onClick={onFollow}
                  data-hit
                  className="flex min-h-11 flex-wrap items-center gap-x-3 rounded-1 px-3 py-1.5 hover:bg-sunken focus-visible:bg-sunken"
                >
                  <bdi className="font-[550] wrap-anywhere">{title}</bdi>
                  {detail && <bdi className="text-sm wrap-anywhere text-ink-2">{detail}</bdi>}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
