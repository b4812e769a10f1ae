import { data } from "react-router";
import type { WordKey } from "#app/platform/i18n/words.ts";

export const handle = { title: "common.notFound.title" satisfies WordKey };

/** Catches every URL without a route; the surrounding layout shows the not-found page. */
export function loader() {
  throw data(null, { status: 404 });
}

export default function NotFoundRoute() {
  return null;
}
