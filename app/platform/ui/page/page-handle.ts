import type { Namespace } from "#app/locales/namespaces.ts";
import type { Language } from "../../i18n/language.ts";
import type { WordKey } from "../../i18n/words.ts";

/** What a route says of its page to the layouts around it (`export const handle`). */
export interface PageHandle {
  /** The namespaces of words that the page says, beside those of the layouts around it. */
  i18n?: Namespace[];
  title?: WordKey;
  /** For a page whose title depends on who sees it. */
  titleKeyOf?: (loaderData: never) => WordKey;
  /** For a page named after what it shows. */
  titleOf?: (loaderData: never, language: Language) => string;
  /** A sentence for search engines and chats. A public page without one is not for them. */
  description?: WordKey;
  /** The page tells them about itself. */
  hasOwnPreview?: boolean;
}
