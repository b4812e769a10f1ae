import { withoutUnstorable } from "../../i18n/plain-text.ts";

/** Longest value that a page reads out of its query; a search for more finds nothing anyway. */
const longestValue = 2_000;
const mayNeedCleaning = /%00|%ed%[ab]|%(?![\da-f]{2})/i;

/**
 * The address as every loader and action may read it: path and query hold nothing that the database cannot take (NUL,
 * halves of signs), and no value of the query is longer than 2,000 characters. The same address when nothing had to go.
 */
export function cleanAddress(address: string): string {
  if (!mayNeedCleaning.test(address) && address.length <= longestValue) return address;
  const url = new URL(address);
  url.pathname = url.pathname
    .split("/")
    .map((part) => cleanPart(part))
    .join("/");
  const query = [...url.searchParams].map(([name, value]): [string, string] => [
    withoutUnstorable(name).slice(0, longestValue),
    withoutUnstorable(value.slice(0, longestValue)),
  ]);
  url.search = new URLSearchParams(query).toString();
  return url.href;
}

/** A part of the path that cannot be read, or that holds a NUL, names nothing. */
function cleanPart(part: string): string {
  try {
    return decodeURIComponent(part).includes("\0") ? "-" : part;
  } catch {
    return "-";
  }
}
