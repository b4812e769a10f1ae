/** What was typed into a form: names and values in their order, as a form sends them. */
export type Draft = [name: string, value: string][];

const prefix = "aleef-draft:";

/** How long a draft is offered. */
export const draftLifetime = 7 * 86_400_000;

/** Where a form's draft lies: each account's apart, and those of visitors. */
const keyOf = (account: string | null, form: string) => `${prefix}${account ?? ""}:${form}`;

function storage(): Storage | null {
  try {
    return localStorage;
  } catch {
    // Switched off; then nothing is kept.
    return null;
  }
}

/** The drafts of this device. */
export const drafts = {
  /** What this account typed into this form before, unless that is long ago. */
  read(account: string | null, form: string, now = Date.now()): Draft | null {
    const key = keyOf(account, form);
    try {
      const stored = JSON.parse(storage()?.getItem(key) ?? "null");
      if (stored && !(now - stored.at < draftLifetime)) storage()?.removeItem(key);
      else if (Array.isArray(stored?.fields) && stored.fields.length > 0) return stored.fields;
    } catch {
      // Not ours, or cut off: as if there were none.
    }
    return null;
  },
  write(account: string | null, form: string, fields: Draft, now = Date.now()): void {
    try {
      storage()?.setItem(keyOf(account, form), JSON.stringify({ at: now, fields }));
    } catch {
      // Storage may be full; the form itself still holds what was typed.
    }
  },
  forget(account: string | null, form: string): void {
    storage()?.removeItem(keyOf(account, form));
  },
  /** Takes away the drafts of every account but this one: those of who signed out, or of another. */
  keepOnly(account: string | null): void {
    const store = storage();
    for (const key of Object.keys(store ?? {}))
      if (key.startsWith(prefix) && !key.startsWith(keyOf(account, "")) && !key.startsWith(keyOf(null, "")))
        store?.removeItem(key);
  },
};

const listeners = new Set<(path: string) => void>();

/** Calls `listener` with the path and query of each form that the server accepted. Returns how to stop. */
export function onFormAccepted(listener: (path: string) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Announces that the server accepted the form sent to this address. */
export function announceAccepted(address: string): void {
  const { pathname, search } = new URL(address);
  for (const listener of listeners) listener(`${pathname}${search}`);
}
