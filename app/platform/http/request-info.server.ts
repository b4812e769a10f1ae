import { createContext } from "react-router";
import type { AppContext } from "../app-context.server.ts";
import type { FinderLanguage } from "../i18n/finder-languages.ts";
import type { Language } from "../i18n/language.ts";
import type { Translate } from "../i18n/words.ts";

/** Data of one request; loaders and actions read it from their context. */
export interface RequestInfo {
  id: string;
  /** IP address of the client, from the socket or a trusted proxy. */
  address: string;
  language: Language;
  /** Language of the finder's pages, which have more than the rest. */
  finderLanguage: FinderLanguage;
  /** Words in `language`; in `finderLanguage` on the finder's pages (`readAsFinder`). */
  t: Translate;
  /** CSP nonce of the page's inline scripts. */
  nonce: string;
  /** Sources that the CSP allows instead of the nonce, such as `'sha256-…'`; set for cacheable pages. */
  allowedScripts?: string;
  /** Pattern of the matched route, such as `/pets/:petId`; only set if tracing is enabled. */
  route?: string;
  /** The signed-in account, once it was looked up. */
  accountId?: string;
  /** Seconds for the `Retry-After` header. */
  retryAfter?: number | undefined;
  /**
   * Why a form was rejected; shown without JavaScript, where no toast can be, unless the page itself says it.
   */
  refusal?: string | undefined;
  /** Whether the body was not fully read; the connection is then closed after the response. */
  mustClose?: boolean;
  /** Whether the database was unreachable; the error is then temporary. */
  isDatabaseDown?: boolean;
  /** The error that a loader or action threw. */
  error?: unknown;
}

export const appContext = createContext<AppContext>();
export const requestInfoContext = createContext<RequestInfo>();
