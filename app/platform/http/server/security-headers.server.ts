import type { Settings } from "../../settings.server.ts";

/**
 * Returns a page's content security policy: scripts only from this site or as in `allowedScripts`, no framing by other
 * sites.
 */
export function formatContentSecurityPolicy(
  settings: Pick<Settings, "map" | "secure" | "mode" | "photoHost">,
  allowedScripts: string,
): string {
  const origin = (url: string | undefined) => {
    const match = url && /^https?:\/\/[^/]+/.exec(url.replaceAll("{s}", "*"));
    return match ? ` ${match[0]}` : "";
  };
  const tiles = origin(settings.map.tileUrl);
  const file = origin(settings.map.pmtilesUrl);
  return [
    "default-src 'self'",
    `script-src 'self' ${allowedScripts}`,
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: blob:${tiles}${origin(settings.photoHost)}`,
    // Vite's development socket.
    `connect-src 'self'${tiles}${file}${settings.mode === "development" ? " ws:" : ""}`,
    "font-src 'self'",
    // What was recorded is played before it is sent.
    "media-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-src 'self'",
    "frame-ancestors 'self'",
    ...(settings.secure ? ["upgrade-insecure-requests"] : []),
  ].join("; ");
}

/** Content security policy of responses that are no pages (files, data, errors). */
export const nonPagePolicy = "object-src 'none'; base-uri 'none'; frame-ancestors 'self'";

/** Returns the security headers of every response. */
export function createPlainHeaders(settings: Pick<Settings, "secure">): Record<string, string> {
  return {
    "x-content-type-options": "nosniff",
    "referrer-policy": "strict-origin-when-cross-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(self), geolocation=(self), microphone=(self), payment=(), usb=()",
    "x-frame-options": "SAMEORIGIN",
    ...(settings.secure ? { "strict-transport-security": "max-age=31536000; includeSubDomains" } : {}),
  };
}
