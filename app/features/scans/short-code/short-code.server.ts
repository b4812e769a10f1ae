import { href } from "react-router";
import { codeKey, looksGenerated, showKey } from "#app/features/tags/tag-code.rules.ts";
import { findTag } from "#app/features/tags/tags.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { findCachedTag } from "../offline-fallback/sync-tag-pages.server.ts";

const maxTypedLength = 60;

const addressOf = (code: string, query: URLSearchParams) =>
  `${href("/tag/:tagCode", { tagCode: code })}${query.size > 0 ? `?${query}` : ""}`;

/** The one address of a tag whose code somebody typed or a chip wrote, in whatever letter case or script. */
export async function getAddressOfCode(ctx: AppContext, typed: string, query: URLSearchParams): Promise<string> {
  const text = typed.trim().slice(0, maxTypedLength);
  const key = codeKey(text);
  // A code that is switched off must not show itself by being corrected.
  const tag = looksGenerated(key) ? null : await findTag(ctx, text);
  const code = looksGenerated(key) ? showKey(key) : tag?.status === "active" ? tag.code : text;
  return addressOf(code, query);
}

/** The same while the database is away: a code of somebody's own choice is found among the copies. */
export function formatAddressWithoutCode(ctx: AppContext, typed: string, query: URLSearchParams): string {
  const text = typed.trim().slice(0, maxTypedLength);
  const key = codeKey(text);
  return addressOf(looksGenerated(key) ? showKey(key) : (findCachedTag(ctx, text)?.card.code ?? text), query);
}
