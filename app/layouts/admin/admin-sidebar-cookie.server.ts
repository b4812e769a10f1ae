import { parse } from "hono/utils/cookie";
import { sidebarCookie } from "./admin-sidebar-cookie.ts";

/**
 * Returns whether the admin sidebar was collapsed in this browser, so that the page is rendered correctly from the
 * start.
 */
export function isSidebarCollapsed(request: Request): boolean {
  return parse(request.headers.get("cookie") ?? "", sidebarCookie)[sidebarCookie] === "collapsed";
}
