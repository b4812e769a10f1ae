import type * as english from "./english.ts";

/** Name of a file in `app/locales/en` and `ar` without its extension; the first part of each translation key. */
export type Namespace = keyof typeof english;

/** Namespaces that every page uses: error messages and the layout's texts. */
export const sharedNamespaces = ["common", "form", "offline", "shell"] as const satisfies Namespace[];

/** Name of the file with the words of the shared namespaces. */
export const sharedWords = "shared";
