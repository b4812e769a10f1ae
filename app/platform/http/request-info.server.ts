import { createContext } from "react-router";
import type { AppContext } from "../app-context.server.ts";
import type { Language } from "../i18n/language.ts";
import type { Translate } from "../i18n/words.ts";

/** Data of one request; loaders and actions read it from their context. */
export interface RequestInfo {
  id: string;
  /** The client's IP address, from the socket or a trusted proxy. */
  address: string;
  language: Language;
  t: Translate;
  /** The CSP nonce of the page's inline script. */
  nonce: string;
  /** What the policy allows instead of the nonce, such as `'sha256-…'`; set for a page that caches may keep. */
  allowedScripts?: string;
  /** The pattern of the route that answers, such as `/pets/:petId`; known only where traces are on. */
  route?: string;
  /** The signed-in account, once it was looked up. */
  accountId?: string;
  /** Seconds for the header `Retry-After`. */
  retryAfter?: number | undefined;
  /** The body was not fully read: the connection closes with the answer. */
  mustClose?: boolean;
  /** The database was unreachable; the error is temporary. */
  isDatabaseDown?: boolean;
}

export const appContext = createContext<AppContext>();
export const requestInfoContext = createContext<RequestInfo>();
