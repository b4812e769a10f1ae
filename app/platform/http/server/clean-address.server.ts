import { withoutUnstorable } from "../../i18n/plain-text.ts";

/** Maximum length of a query parameter. */
const maxValueLength = 2_000;
const mayNeedCleaning = /%00|%ed%[ab]|%(?![\da-f]{2})/i;

/**
 * Removes everything from a URL that the database cannot store (NUL, lone surrogates) and truncates query values to
 * 2,000 characters; returns the same string if nothing changed.
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

/** Cleans a path segment; one that cannot be decoded or contains NUL becomes a segment that matches nothing. */
function cleanPart(part: string): string {
  try {
    return decodeURIComponent(part).includes("\0") ? "-" : part;
  } catch {
    return "-";
  }
}
