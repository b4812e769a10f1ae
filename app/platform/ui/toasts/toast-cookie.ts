export const toastCookieName = "toast";

let shownAt = -1;

/**
 * Deletes the cookie of a toast that is about to be shown, unless a newer toast has replaced it. Returns false if this
 * page has shown the toast already, which happens when two requests were under way at once.
 */
export function deleteToast(at: number): boolean {
  if (at === shownAt) return false;
  shownAt = at;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not available in every browser
  if (document.cookie.includes(`${at}`)) document.cookie = `${toastCookieName}=; path=/; max-age=0`;
  return true;
}
