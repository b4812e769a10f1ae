import { href } from "react-router";
import { codeKey, formatCode, looksGenerated } from "#app/features/tags/tag-code.rules.ts";
import { findTag } from "#app/features/tags/tags.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { cutText } from "#app/platform/i18n/text/plain-text.ts";
import { readChipNumber } from "../chip/chip-number.rules.ts";
import { findCachedTag } from "../offline-fallback/tag-page-cache.server.ts";

const maxTypedLength = 60;

const addressOf = (code: string, query: URLSearchParams) =>
  `${href("/tag/:tagCode", { tagCode: code })}${query.size > 0 ? `?${query}` : ""}`;

/**
 * Returns the canonical path of a tag for a typed or scanned code, in any letter case or script, or that of the page
 * about a microchip for its number.
 */
export async function getAddressOfCode(ctx: AppContext, typed: string, query: URLSearchParams): Promise<string> {
  const text = cutText(typed.trim(), maxTypedLength);
  const key = codeKey(text);
  // The code of a deactivated tag must not be revealed by correcting its spelling.
  const tag = looksGenerated(key) ? null : await findTag(ctx, text);
  const chip = tag ? null : readChipNumber(text);
  if (chip) return href("/chip/:chipNumber", { chipNumber: chip });
  const code = looksGenerated(key) ? formatCode(key) : tag?.status === "active" ? tag.code : text;
  return addressOf(code, query);
}

/** Like `getAddressOfCode` while the database is unavailable; custom codes are looked up in the cached copies. */
export function formatAddressWithoutCode(ctx: AppContext, typed: string, query: URLSearchParams): string {
  const text = cutText(typed.trim(), maxTypedLength);
  const key = codeKey(text);
  const chip = readChipNumber(text);
  if (chip && !findCachedTag(ctx, text)) return href("/chip/:chipNumber", { chipNumber: chip });
  return addressOf(looksGenerated(key) ? formatCode(key) : (findCachedTag(ctx, text)?.card.code ?? text), query);
}
