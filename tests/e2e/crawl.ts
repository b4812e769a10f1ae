import type { APIRequestContext } from "@playwright/test";
import { matchPath } from "react-router";
import { listPageRoutes } from "../pages.ts";

/** Who follows the links of the site, with their demo account and where they start. */
export const crawlers: Record<string, { email?: string; start: string[] }> = {
  "a visitor": { start: ["/", "/auth?mode=sign-up", "/auth/forgot", "/tag/DEMO-LINKED"] },
  "an owner": { email: "owner@aleef.test", start: ["/dashboard", "/checkout"] },
  "an administrator": { email: "admin@aleef.test", start: ["/admin"] },
};

/** How many addresses of a pattern are read for links: some pets, orders and reports have pages that others lack. */
const perPattern = 3;

/** Returns the most specific pattern of an address: `/dashboard/pets/new` is not a pet. */
const patternOf = (patterns: string[], pathname: string) =>
  patterns
    .filter((pattern) => matchPath(pattern, pathname))
    .sort((a, b) => a.split(":").length - b.split(":").length)[0];

/**
 * Follows the links of the site from `start` and returns one address of each page that this visitor can open, in the
 * order of discovery.
 */
export async function crawl(visitor: APIRequestContext, start: string[]): Promise<string[]> {
  const patterns = (await listPageRoutes()).map(({ pattern }) => pattern).filter((pattern) => !pattern.includes("*"));
  const found = new Map<string, string[]>();
  const queue = [...start];
  const seen = new Set(queue);
  for (let address = queue.shift(); address; address = queue.shift()) {
    const { pathname } = new URL(address, "http://site");
    const pattern = patternOf(patterns, pathname);
    const others = (pattern && found.get(pattern)) || [];
    if (!pattern || others.length >= perPattern) continue;
    const answer = await visitor.get(address, { maxRedirects: 0 });
    if (answer.status() !== 200 || !answer.headers()["content-type"]?.startsWith("text/html")) continue;
    found.set(pattern, [...others, address]);
    for (const [, link = ""] of (await answer.text()).matchAll(/<a [^>]*?href="(\/[^"#]*)/g)) {
      const next = link.replaceAll("&amp;", "&");
      if (!seen.has(next)) queue.push(next);
      seen.add(next);
    }
  }
  return [...found.values()].map(([first]) => first as string);
}
