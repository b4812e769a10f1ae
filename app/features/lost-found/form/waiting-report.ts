import { drafts } from "#app/platform/ui/forms/drafts.ts";

const name = "waits";

/** The open page's own path, with which pet it asks about. */
export const here = () => location.pathname + location.search;

/** The one report that was sent without a network; its draft lies on this device until there is one. */
export const waitingReport = {
  /** The form's own path, where it is sent from; null when nothing waits. */
  path: (account: string | null): string | null => drafts.read(account, name)?.[0]?.[1] ?? null,
  wait: (account: string | null, path: string) => drafts.write(account, name, [["path", path]]),
  over: (account: string | null) => drafts.forget(account, name),
};
