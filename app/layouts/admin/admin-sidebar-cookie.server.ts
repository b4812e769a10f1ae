import { parse } from "hono/utils/cookie";
import { sidebarCookie } from "./admin-sidebar-cookie.ts";

/** Whether this browser left the admin sidebar collapsed, so that the page comes out right at once. */
export function isSidebarCollapsed(request: Request): boolean {
  return parse(request.headers.get("cookie") ?? "", sidebarCookie)[sidebarCookie] === "collapsed";
}
