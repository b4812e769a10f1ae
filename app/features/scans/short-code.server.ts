import { codeKey, looksGenerated, showKey } from "#app/features/tags/tag-code.rules.ts";
import { findTag } from "#app/features/tags/tags.server.ts";
import type { World } from "#app/platform/world.server.ts";

const longestTyped = 60;

/** The one address of a tag whose code somebody typed or a chip wrote, in whatever letter case or script. */
export async function addressOfCode(world: World, typed: string, query: URLSearchParams): Promise<string> {
  const text = typed.trim().slice(0, longestTyped);
  const key = codeKey(text);
  // A code that is switched off must not show itself by being corrected.
  const tag = looksGenerated(key) ? null : await findTag(world, text);
  const code = looksGenerated(key) ? showKey(key) : tag?.status === "active" ? tag.code : text;
  return `/tag/${encodeURIComponent(code)}${query.size > 0 ? `?${query}` : ""}`;
}
