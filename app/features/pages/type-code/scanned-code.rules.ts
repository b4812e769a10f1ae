import { codeKey, customCode, looksGenerated } from "#app/features/tags/tag-code.rules.ts";

const maxLength = 500;

/**
 * Where a QR code that a camera read leads on this site: the address of a tag, whatever host printed it, or the code
 * itself. Null for anything else; nothing read from a stranger's picture ever leads away from here.
 */
export function pathOfScanned(text: string): string | null {
  const read = text.trim().slice(0, maxLength);
  const tag = /^https?:\/\/[^/?#]+\/(t|n|tag)\/([^/?#]+)/i.exec(read);
  const code = tag && decoded(tag[2] as string);
  // A browser would read dots alone as a step up.
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
