import { deleteCookie, readCookie } from "../browser-cookie.ts";

export const toastCookieName = "toast";

let shownAt = -1;

/**
 * Deletes the cookie of a toast that is about to be shown, unless a newer toast has replaced it. Returns false if this
 * page has shown the toast already, which happens when two requests were under way at once.
 */
export function deleteToast(at: number): boolean {
  if (at === shownAt) return false;
  shownAt = at;
  if (readCookie(toastCookieName)?.includes(`${at}`)) deleteCookie(toastCookieName);
  return true;
}
