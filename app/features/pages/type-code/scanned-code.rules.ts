import { codeInAddress, codeKey, customCode, looksGenerated } from "#app/features/tags/tag-code.rules.ts";

const maxLength = 500;

/**
 * Returns the path on this site for a scanned QR code: a tag's URL of any host, or a code. Null for anything else, so
 * that a scanned code never leads to another site.
 */
export function pathOfScanned(text: string): string | null {
  const read = text.trim().slice(0, maxLength);
  const written = codeInAddress(read);
  const code = written && decoded(written);
  // A browser would resolve a path of dots as a parent directory.
  if (code) return /^\.+$/.test(code) ? null : `/t/${encodeURIComponent(code)}`;
  const isCode = looksGenerated(codeKey(read)) || customCode.test(read.toUpperCase());
  return isCode ? `/t/${encodeURIComponent(read)}` : null;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
