import { href } from "react-router";
import { appContext } from "#app/platform/http/request-info.server.ts";
import type { Route } from "./+types/robots";

/** Paths of tags, conversations and personal pages, excluded from search engines (RFC 9309). */
const disallowedPaths = [
  "/tag/",
  "/t/",
  "/n/",
  "/f/",
  "/share/",
  "/calendar/",
  href("/dashboard"),
  href("/admin"),
  href("/auth"),
  href("/checkout"),
];

export function loader({ context }: Route.LoaderArgs) {
  const { publicUrl } = context.get(appContext).settings;
  const lines = [
    "User-agent: *",
    ...disallowedPaths.map((path) => `Disallow: ${path}`),
    "",
    `Sitemap: ${publicUrl}/sitemap.xml`,
  ];
  return new Response(`${lines.join("\n")}\n`, {
    headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "public, max-age=3600" },
  });
}
