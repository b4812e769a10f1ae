import { parse, serialize } from "hono/utils/cookie";
import { isTheme, type Theme, themeCookie } from "./theme.ts";

/** Returns the theme chosen in this browser, or `system` without a choice. */
export function readTheme(request: Request): Theme {
  const stored = parse(request.headers.get("cookie") ?? "", themeCookie)[themeCookie];
  return isTheme(stored) ? stored : "system";
}

export function createThemeCookie(theme: Theme, secure: boolean): string {
  return serialize(themeCookie, theme, { path: "/", maxAge: 31_536_000, sameSite: "Lax", secure });
}
