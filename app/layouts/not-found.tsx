import { data, redirect } from "react-router";
import type { PageHandle } from "#app/platform/ui/page/page-handle.ts";
import type { Route } from "./+types/not-found";

export const handle = { title: "common.notFound.title", isStatic: true } satisfies PageHandle;

/** Earlier addresses of pages, which stand in e-mails and bookmarks, and their present ones. */
const renamed: [from: RegExp, to: string][] = [
  [/^(\/community-reports\/(?:manage\/[^/]+\/)?|\/dashboard\/lost-found\/[^/]+\/)talk\//, "$1conversations/"],
  [/^(\/dashboard\/pets\/[^/]+\/)carers$/, "$1caregivers"],
  [/^\/dashboard\/settings\/look$/, "/dashboard/settings/appearance"],
  [/^\/admin\/operator$/, "/admin/system"],
];

/** Catches every URL without a route; the surrounding layout shows the not-found page. */
export function loader({ url }: Route.LoaderArgs) {
  for (const [from, to] of renamed)
    if (from.test(url.pathname)) throw redirect(url.pathname.replace(from, to) + url.search, 301);
  throw data(null, { status: 404 });
}

export default function NotFoundRoute() {
  return null;
}
