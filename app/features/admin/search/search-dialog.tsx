import Search from "lucide-react/icons/search";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { Form, href } from "react-router";
import { shortcutKeyOf } from "#app/features/admin-lists/shortcuts.tsx";
import { useT } from "#app/platform/i18n/use-t.ts";
import { TextInput } from "#app/platform/ui/forms/text-input.tsx";
import { Dialog } from "#app/platform/ui/overlays/dialog.tsx";
import { takeEarlySearchKey } from "./early-search-key.ts";
import type { PanelResult } from "./panel-search.server.ts";
import { SearchResults } from "./search-results.tsx";

/** Delay after the last key press before searching, in milliseconds. */
const debounceDelay = 180;

interface Found {
  search: string;
  /** Null when the search failed. */
  results: PanelResult[] | null;
}

/**
 * Returns the search results for a text, debounced. Uses fetch instead of the router's fetchers, which replace the open
 * page by an error page when they fail.
 */
function usePanelSearch(typed: string): Found | undefined {
  const [found, setFound] = useState<Found>();
  const search = typed.trim();
  useEffect(() => {
    if (!search) return;
    const leaving = new AbortController();
    const timer = setTimeout(async () => {
      const address = `${href("/admin/search/results")}?${new URLSearchParams({ q: search })}`;
      try {
        const answer = await fetch(address, { redirect: "error", signal: leaving.signal });
        if (!answer.ok) throw new Error(`${answer.status}`);
        setFound({ search, results: ((await answer.json()) as { results: PanelResult[] }).results });
      } catch {
        if (!leaving.signal.aborted) setFound({ search, results: null });
      }
    }, debounceDelay);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [search]);
  return found?.search === search ? found : undefined;
}

/** Dialog that searches the whole panel, opened by Ctrl+K or Cmd+K; arrow keys move, Enter opens. */
export function SearchDialog() {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState("");
  const found = usePanelSearch(typed);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    function press(event: globalThis.KeyboardEvent) {
      if (shortcutKeyOf(event) !== "k" || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      event.preventDefault();
      setOpen(true);
    }
    document.addEventListener("keydown", press);
    if (takeEarlySearchKey()) setOpen(true);
    return () => document.removeEventListener("keydown", press);
  }, []);
  function move(event: KeyboardEvent<HTMLDivElement>) {
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    const stops = [...(list.current?.querySelectorAll<HTMLElement>("input, a[data-hit]") ?? [])];
    const at = stops.indexOf(document.activeElement as HTMLElement);
    const next = stops[at + (event.key === "ArrowDown" ? 1 : -1)];
    if (!next) return;
    event.preventDefault();
    next.focus();
  }
  const close = () => setOpen(false);
  return (
    <Dialog
      open={isOpen}
      onOpenChange={setOpen}
      title={t("adminArea.search.title")}
      description={t("adminArea.search.hint")}
      closeLabel={t("adminArea.search.close")}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrows move between the field and the links inside */}
      <div ref={list} onKeyDown={move} className="grid gap-4">
        <Form
          role="search"
          action={href("/admin/search")}
          onSubmit={(event) => {
            const first = found && list.current?.querySelector<HTMLElement>("a[data-hit]");
            if (first) {
              event.preventDefault();
              first.click();
            } else close();
          }}
        >
          <TextInput
            type="search"
            name="q"
            dir="auto"
            maxLength={100}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            autoComplete="off"
            aria-label={t("adminArea.search.title")}
            placeholder={t("adminArea.search.placeholder")}
            icon={<Search />}
            className="placeholder-shown:[direction:inherit]"
          />
        </Form>
        <p role="status" className="text-sm text-ink-2 empty:hidden">
          {found &&
            (found.results ? found.results.length === 0 && t("adminArea.search.none") : t("adminArea.search.failed"))}
        </p>
        {found?.results && <SearchResults results={found.results} onFollow={close} />}
      </div>
    </Dialog>
  );
}
