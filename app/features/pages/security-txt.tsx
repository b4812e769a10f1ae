import { href } from "react-router";
import { dayMs } from "#app/platform/durations.rules.ts";
import { appContext } from "#app/platform/http/request-info.server.ts";
import { readSiteSettings } from "#app/platform/site-settings.server.ts";
import type { Route } from "./+types/security-txt";

/** How long the file says it is valid, in milliseconds; RFC 9116 recommends less than a year. */
const validFor = 180 * dayMs;

/** Says where to report a security problem (RFC 9116, `/.well-known/security.txt`). */
export function loader({ context }: Route.LoaderArgs) {
  const ctx = context.get(appContext);
  const { publicUrl } = ctx.settings;
  const { contactEmail } = readSiteSettings(ctx).site;
  // By the day, so that every process sends the same file.
  const expires = new Date(Math.ceil(ctx.clock.now().getTime() / dayMs) * dayMs + validFor);
  const lines = [
    ...(contactEmail ? [`Contact: mailto:${contactEmail}`] : []),
    `Contact: ${publicUrl}${href("/contact")}`,
    `Expires: ${expires.toISOString()}`,
    "Preferred-Languages: ar, en",
    `Canonical: ${publicUrl}/.well-known/security.txt`,
  ];
  return new Response(`${lines.join("\n")}\n`, {
    headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "public, max-age=3600" },
  });
}
