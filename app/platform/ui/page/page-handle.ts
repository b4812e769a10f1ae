import type { Namespace } from "#app/locales/namespaces.ts";
import type { Language } from "../../i18n/language.ts";
import type { WordKey } from "../../i18n/words.ts";

/** Properties of a page that its route passes to the layouts (`export const handle`). */
export interface PageHandle {
  /** Translation namespaces of the page, besides those of its layouts. */
  i18n?: Namespace[];
  title?: WordKey;
  /** Returns the title key of a page whose title depends on its data. */
  titleKeyOf?: (loaderData: never) => WordKey;
  /** Returns the title of a page named after its subject. */
  titleOf?: (loaderData: never, language: Language) => string;
  /** Description for search engines and chat apps; public pages without one are not indexed. */
  description?: WordKey;
  /** What to say about a form, by its intent, that did not reach the server. */
  failed?: Record<string, WordKey>;
  /** Whether the page shows messages of its forms that belong to no field itself, instead of a toast. */
  showsRefusal?: boolean;
  /** Whether visitors need no scripts on the page: it is not hydrated for them, and its links load documents. */
  isStatic?: boolean;
  /** Whether the page renders its own `LinkPreview`; it is then public too. */
  hasOwnPreview?: boolean;
}

/** Returns whether a route's page is public: search engines may list it, and all visitors see the same. */
export function isPublicPage(handle: unknown): boolean {
  const { description, hasOwnPreview } = (handle ?? {}) as PageHandle;
  return description !== undefined || hasOwnPreview === true;
}
