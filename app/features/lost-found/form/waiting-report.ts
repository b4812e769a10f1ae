const prefix = "aleef-report";
const mark = `${prefix}-waits`;
const owner = `${prefix}-of`;

function storage(): Storage | null {
  try {
    return localStorage;
  } catch {
    // Switched off; then nothing waits.
    return null;
  }
}

/** The one report that was sent without a network; its draft lies on this device until there is one. */
export const waitingReport = {
  /** The form's own path, where it is sent from; null when nothing waits. */
  path: (): string | null => storage()?.getItem(mark) ?? null,
  wait: (path: string) => storage()?.setItem(mark, path),
  over: () => storage()?.removeItem(mark),
  /** Whose drafts these are; another account's, or those of one who signed out, are gone. */
  belongsTo(userId: string | null): void {
    const kept = storage();
    const before = kept?.getItem(owner);
    if (!kept || (before ?? null) === userId) return;
    if (before) for (const key of Object.keys(kept)) if (key.startsWith(prefix)) kept.removeItem(key);
    if (userId) kept.setItem(owner, userId);
    else kept.removeItem(owner);
  },
};
