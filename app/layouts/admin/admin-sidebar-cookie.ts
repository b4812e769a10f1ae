import { writeCookie } from "#app/platform/ui/browser-cookie.ts";

export const sidebarCookie = "admin-sidebar";

/** Stores for a year, in this browser, whether the admin sidebar is collapsed. */
export function storeSidebarState(isCollapsed: boolean): void {
  writeCookie(sidebarCookie, isCollapsed ? "collapsed" : "open", 31_536_000);
}
