import { parse, serialize } from "hono/utils/cookie";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { createId } from "#app/platform/db/uuid.server.ts";
import { readSignedId, signId } from "#app/platform/http/signed-id.server.ts";

type Installation = Pick<AppContext, "settings">;

const year = 365 * 24 * 3600;
/** Maximum number of accounts that one browser, such as a shared tablet, is known to. */
const maxDevices = 3;

const cookieName = ({ settings }: Installation) => `${settings.secure ? "__Host-aleef" : "aleef"}.known`;
const purposeOf = (userId: string) => `device known to ${userId}`;

function readMarkers(ctx: Installation, request: Request): string[] {
  const name = cookieName(ctx);
  return (parse(request.headers.get("cookie") ?? "", name)[name] ?? "").split(".").slice(0, maxDevices);
}

/**
 * Returns this browser's id if it has signed in to this account before, else null. It grants no access: its attempts
 * are counted separately, so that guesses from elsewhere cannot lock the owner out (OWASP, "Slow Down Online Guessing
 * Attacks with Device Cookies").
 */
export function readKnownDevice(ctx: Installation, request: Request, userId: string | undefined): string | null {
  if (!userId) return null;
  for (const marker of readMarkers(ctx, request)) {
    const device = readSignedId(ctx, purposeOf(userId), marker);
    if (device) return device;
  }
  return null;
}

/** Creates the cookie that marks a browser as known to this account for a year, besides up to two other accounts. */
export function createKnownDeviceCookie(ctx: Installation, request: Request, userId: string): string {
  const ownMarker = signId(ctx, purposeOf(userId), readKnownDevice(ctx, request, userId) ?? createId());
  const others = readMarkers(ctx, request).filter((marker) => /^[\w-]{43}$/.test(marker) && marker !== ownMarker);
  return serialize(cookieName(ctx), [ownMarker, ...others].slice(0, maxDevices).join("."), {
    path: "/",
    httpOnly: true,
    sameSite: "Lax",
    maxAge: year,
    secure: ctx.settings.secure,
  });
}
