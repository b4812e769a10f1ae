import { parse, serialize } from "hono/utils/cookie";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { createId, isId } from "#app/platform/db/uuid.server.ts";
import type { RequestInfo } from "#app/platform/http/request-info.server.ts";
import { type Device, readUserAgent } from "#app/platform/http/user-agent.server.ts";
import type { FinderLanguage } from "#app/platform/i18n/finder-languages.ts";
import type { Signals } from "../evidence.rules.ts";
import type { ScanMedium } from "../scans.rules.ts";

/** A visit of a tag's page, as read from the request. */
export interface Visit {
  code: string;
  /** Full URL, which may contain the chip's signature; never stored or logged. */
  url?: string | null | undefined;
  medium: ScanMedium;
  language: FinderLanguage;
  address: string;
  /** The visitor's earlier visit id, from the cookie or the URL of a restored tab. */
  earlier: string | null;
  /** Visit id to use if this is a new visit. */
  fresh: string;
  /** Id for the scan, when known before it is recorded. */
  scanId?: string;
  userId: string | null;
  device: Device;
  signals: Omit<Signals, "isOwner" | "isSameVisit">;
}

const cookieName = "visit";
const mediumNames: Record<string, ScanMedium> = { qr: "qr", nfc: "nfc" };
const local = /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:|\/|$)/;

export function readVisit(
  ctx: AppContext,
  request: Request,
  info: RequestInfo,
  code: string,
  userId: string | null,
): Visit {
  const { headers } = request;
  const userAgent = (headers.get("user-agent") ?? "").slice(0, 400);
  const query = request.url.includes("?") ? new URL(request.url).searchParams : null;
  const cookie = parse(headers.get("cookie") ?? "", cookieName)[cookieName];
  const earlier = [query?.get("v"), cookie].find((one) => isId(one)) ?? null;
  const device = readUserAgent(userAgent);
  return {
    code,
    url: query && request.url,
    medium: mediumNames[query?.get("via") ?? ""] ?? "link",
    language: info.finderLanguage,
    address: info.address,
    earlier,
    fresh: createId(),
    scanId: createId(),
    userId,
    device,
    signals: signalsOf(ctx, request, userAgent, device),
  };
}

function signalsOf(ctx: AppContext, { method, headers, url }: Request, userAgent: string, device: Device) {
  return {
    method,
    userAgent,
    fetchMode: headers.get("sec-fetch-mode"),
    fetchDest: headers.get("sec-fetch-dest"),
    isTrustworthyOrigin: ctx.settings.secure || local.test(url),
    isCrawler: device.isCrawler,
    browser: device.browser,
    browserVersion: device.browserVersion,
  };
}

/** Returns the signals of a request for a page other than a tag's. */
export function readSignals(ctx: AppContext, request: Request): Omit<Signals, "isOwner" | "isSameVisit"> {
  const userAgent = (request.headers.get("user-agent") ?? "").slice(0, 400);
  return signalsOf(ctx, request, userAgent, readUserAgent(userAgent));
}

/**
 * Creates the cookie (30 minutes) that distinguishes a repeated visit from a second finder. It does not identify the
 * visitor.
 */
export function createVisitCookie(ctx: AppContext, visit: string): string {
  return serialize(cookieName, visit, {
    path: "/tag",
    httpOnly: true,
    sameSite: "Lax",
    secure: ctx.settings.secure,
    maxAge: 30 * 60,
  });
}
