import { drafts } from "#app/platform/ui/forms/drafts.ts";

const name = "waits";

/** Returns the current path with its query, which may name the pet. */
export const here = () => location.pathname + location.search;

/** The one report submitted offline, whose draft is stored on this device. */
export const waitingReport = {
  /** Path of the form to submit; null when no report is waiting. */
  path: (account: string | null): string | null => drafts.read(account, name)?.[0]?.[1] ?? null,
  wait: (account: string | null, path: string) => drafts.write(account, name, [["path", path]]),
  over: (account: string | null) => drafts.forget(account, name),
};
