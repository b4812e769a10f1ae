import { withoutUnstorable } from "../../i18n/plain-text.ts";

/** Most characters of a query parameter. */
const maxValueLength = 2_000;
const mayNeedCleaning = /%00|%ed%[ab]|%(?![\da-f]{2})/i;

/**
 * Returns the URL with nothing that the database cannot store (NUL, lone surrogates) and query values cut to 2,000
 * characters; the same URL when nothing changed.
 */
export function cleanAddress(address: string): string {
  if (!mayNeedCleaning.test(address) && address.length <= maxValueLength) return address;
  const url = new URL(address);
  url.pathname = url.pathname
    .split("/")
    .map((part) => cleanPart(part))
    .join("/");
  const query = [...url.searchParams].map(([name, value]): [string, string] => [
    withoutUnstorable(name).slice(0, maxValueLength),
    withoutUnstorable(value.slice(0, maxValueLength)),
  ]);
  url.search = new URLSearchParams(query).toString();
  return url.href;
}

/** Cleans a path segment; an undecodable one, or one with NUL, matches nothing. */
function cleanPart(part: string): string {
  try {
    return decodeURIComponent(part).includes("\0") ? "-" : part;
  } catch {
    return "-";
  }
}
