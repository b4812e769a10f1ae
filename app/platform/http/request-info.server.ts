import { createContext } from "react-router";
import type { AppContext } from "../app-context.server.ts";
import type { Language } from "../i18n/language.ts";
import type { Translate } from "../i18n/words.ts";

/** What one request brings along; loaders and actions read it from their context. */
export interface RequestInfo {
  id: string;
  /** The client's own address, told by the socket or by a trusted proxy. */
  address: string;
  language: Language;
  t: Translate;
  /** For the one inline script a page may carry. */
  nonce: string;
  /** Who turned out to be signed in, as soon as somebody asked. */
  accountId?: string;
  /** Seconds after which a client that came too often may come again: whoever refuses it says so here. */
  retryAfter?: number | undefined;
  /** The body was left unread: the connection ends with the answer. */
  mustClose?: boolean;
  /** The database did not answer: the fault is not the page's, and passes. */
  isAway?: boolean;
}

export const appContext = createContext<AppContext>();
export const requestInfoContext = createContext<RequestInfo>();
