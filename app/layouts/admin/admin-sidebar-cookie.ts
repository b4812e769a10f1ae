export const sidebarCookie = "admin-sidebar";

/** Stores for a year, in this browser, whether the admin sidebar is collapsed. */
export function storeSidebarState(isCollapsed: boolean): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not there in every browser that we serve
  document.cookie = `${sidebarCookie}=${isCollapsed ? "collapsed" : "open"}; path=/; max-age=31536000; samesite=lax`;
}
