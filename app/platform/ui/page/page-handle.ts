import type { Namespace } from "#app/locales/namespaces.ts";
import type { Language } from "../../i18n/language.ts";
import type { WordKey } from "../../i18n/words.ts";

/** What a route tells its layouts about its page (`export const handle`). */
export interface PageHandle {
  /** Namespaces of the page's texts, besides those of its layouts. */
  i18n?: Namespace[];
  title?: WordKey;
  /** Title key for a page whose title depends on its data. */
  titleKeyOf?: (loaderData: never) => WordKey;
  /** Title for a page named after its subject. */
  titleOf?: (loaderData: never, language: Language) => string;
  /** Description for search engines and chats; public pages without one are not indexed. */
  description?: WordKey;
  /** The page renders its own `LinkPreview`; public too. */
  hasOwnPreview?: boolean;
  /** The site's navigation and footer are left out, so that nothing leads away from the page. */
  hasBareFrame?: boolean;
}

/** Whether a route's page is public: search engines may list it, and all visitors see the same. */
export function isPublicPage(handle: unknown): boolean {
  const { description, hasOwnPreview } = (handle ?? {}) as PageHandle;
  return description !== undefined || hasOwnPreview === true;
}
