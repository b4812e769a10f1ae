import { createContext, useContext, useEffect, useSyncExternalStore } from "react";
import { isRouteErrorResponse, useMatches, useRouteError } from "react-router";
import { useWords } from "#app/platform/i18n/use-t.ts";
import type { PageHandle } from "#app/platform/ui/page/page-handle.ts";

/** The error that a page inside a layout shows; the router tells the root only of errors that replace the whole page. */
let shown: unknown;
const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Titles the page after this error for as long as the calling component is shown. */
export function useErrorTitle(error: unknown): void {
  useEffect(() => {
    const set = (next: unknown) => {
      shown = next;
      for (const listener of listeners) listener();
    };
    set(error);
    return () => set(undefined);
  }, [error]);
}

/** On the server: the errors of the page's routes, which are known before it is rendered. */
export const ServerErrorContext = createContext<unknown>(undefined);

const missing = "common.notFound.title";
const failed = "common.error.title";

const isMissing = (error: unknown) => isRouteErrorResponse(error) && (error.status === 404 || error.status === 410);

/**
 * Returns the title of the deepest route: a translation key in its `handle`, or the result of its `titleOf` for the
 * loaded data. Where an error page replaces the page, the title is the error's.
 */
export function usePageTitle(): string {
  const { t, language } = useWords();
  const titles = useMatches().map(({ handle, loaderData }) => {
    const { title: fixed, titleKeyOf, titleOf } = (handle ?? {}) as PageHandle;
    const title = titleKeyOf && loaderData ? titleKeyOf(loaderData as never) : fixed;
    // Without loader data (the loader failed) there is nothing to name.
    return (loaderData && titleOf?.(loaderData as never, language)) || (title && t(title));
  });
  const framed = useSyncExternalStore(
    subscribe,
    () => shown,
    () => undefined,
  );
  const error = [useRouteError(), framed, useContext(ServerErrorContext)].find(Boolean);
  const title = !error ? titles.findLast(Boolean) : t(isMissing(error) ? missing : failed);
  const name = t("shell.name");
  return title ? `${title} · ${name}` : `${name} · ${t("shell.tagline")}`;
}
