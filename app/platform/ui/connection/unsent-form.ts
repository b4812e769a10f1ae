import type { SyntheticEvent } from "react";
import { isChanged, listForms } from "./typed-text.ts";

/** Why a form was not accepted: no response, an error of the server, or the session expired. */
export type UnsentReason = "noAnswer" | "failed" | "signedOut";

let reason: UnsentReason | null = null;
const listeners = new Set<() => void>();

/** Sets why the last form was not sent; null resets it. */
export function setUnsentReason(next: UnsentReason | null): void {
  if (reason === next) return;
  reason = next;
  for (const listener of listeners) listener();
}

/**
 * While offline, keeps a form from being sent and says so, outside the menu that it is in; returns whether it did. For
 * forms that are sent to a page whose code may not be loaded: the router reloads the shown page if it cannot fetch it.
 */
export function holdWhileOffline(event: SyntheticEvent): boolean {
  if (navigator.onLine) return false;
  event.preventDefault();
  event.currentTarget.closest("dialog")?.close();
  setUnsentReason("noAnswer");
  return true;
}

/** Store for `useSyncExternalStore`: why the last form was not sent, or null. */
export const unsentForm = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  get: (): UnsentReason | null => reason,
  getOnServer: (): UnsentReason | null => null,
};

/** Asks the server whether the session has ended; false without an answer. */
export async function isSignedOut(): Promise<boolean> {
  const status = await fetch("/session")
    .then((answer) => answer.json() as Promise<{ isAuthenticated: boolean }>)
    .catch(() => null);
  return status?.isAuthenticated === false;
}

/** Returns whether a form on the page has unsent input. */
export const hasTypedInput = (): boolean => listForms().some(({ elements }) => [...elements].some(isChanged));
