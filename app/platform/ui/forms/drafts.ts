import { dayMs } from "#app/platform/durations.rules.ts";
/** What was typed into a form: names and values in form order. */
export type Draft = [name: string, value: string][];

const prefix = "aleef-draft:";

/** Milliseconds for which a draft is kept. */
export const draftLifetime = 7 * dayMs;

/** Storage key of a form's draft; each account and visitors have separate ones. */
export const keyOf = (account: string | null, form: string) => `${prefix}${account ?? ""}:${form}`;

function storage(): Storage | null {
  try {
    return localStorage;
  } catch {
    // Storage is disabled, so nothing is kept.
    return null;
  }
}

/** Drafts stored on this device. */
export const drafts = {
  /** Returns what this account typed into this form before; null if there is nothing or it has expired. */
  read(account: string | null, form: string, now = Date.now()): Draft | null {
    const key = keyOf(account, form);
    try {
      const stored = JSON.parse(storage()?.getItem(key) ?? "null");
      if (stored && !(now - stored.at < draftLifetime)) storage()?.removeItem(key);
      else if (Array.isArray(stored?.fields) && stored.fields.length > 0) return stored.fields;
    } catch {
      // Invalid or truncated, so it is ignored.
    }
    return null;
  },
  write(account: string | null, form: string, fields: Draft, now = Date.now()): void {
    try {
      storage()?.setItem(keyOf(account, form), JSON.stringify({ at: now, fields }));
    } catch {
      // Storage may be full; the form still contains what was typed.
    }
  },
  forget(account: string | null, form: string): void {
    storage()?.removeItem(keyOf(account, form));
  },
  /** Deletes the drafts of all other accounts, for example after signing out. Visitors' drafts are kept. */
  deleteOthers(account: string | null): void {
    const store = storage();
    for (const key of Object.keys(store ?? {}))
      if (key.startsWith(prefix) && !key.startsWith(keyOf(account, "")) && !key.startsWith(keyOf(null, "")))
        store?.removeItem(key);
  },
};

const listeners = new Set<(path: string) => void>();

/**
 * Calls `listener` with the path and query of each form that the server accepted. Returns a function that unsubscribes.
 */
export function onFormAccepted(listener: (path: string) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Announces that the server accepted the form posted to this URL. */
export function announceAccepted(address: string): void {
  const { pathname, search } = new URL(address);
  for (const listener of listeners) listener(`${pathname}${search}`);
}
