import type { WordKey } from "./i18n/words.ts";

/** What an error page gets of an `AppError`. */
export interface AppErrorData {
  code: WordKey;
  params?: Record<string, string | number> | undefined;
}

/**
 * Expected error thrown by commands, which rolls back the surrounding transaction. `code` is the translation key of its
 * message; `field` shows the message at that form field. A loader may throw it too: the page then responds with its
 * status and message.
 */
export class AppError extends Error {
  readonly code: WordKey;
  readonly status: number;
  readonly field: string | undefined;
  readonly params: Record<string, string | number> | undefined;

  constructor(code: WordKey, status = 409, more: { field?: string; params?: Record<string, string | number> } = {}) {
    super(code);
    this.code = code;
    this.status = status;
    this.field = more.field;
    this.params = more.params;
  }
}

/** Returns the seconds to wait before retrying after a 429 or 503; undefined for other errors. */
export function getRetryAfter({ status, params }: AppError): number | undefined {
  return (status === 429 || status === 503) && typeof params?.seconds === "number" ? params.seconds : undefined;
}

/** Returns the translation key for the answer to a form: what it is about no longer exists, rather than the page. */
export function getFormMessage({ code }: Pick<AppError, "code">): WordKey {
  return code === "common.notFound.title" ? "errors.notFoundInForm" : code;
}

type LinkedKind = "offer" | "invitation";
type DeletedKind =
  | "account"
  | "consent"
  | "conversation"
  | "oldConsent"
  | "oldLink"
  | "order"
  | "ownConversation"
  | "poster"
  | "report"
  | "stockAlert";

/** What a link may lead to that does not exist any more: keys of `errorPage.gone`. */
export type GoneKind = LinkedKind | DeletedKind;

/**
 * Returns a 404, the same whether something does not exist or belongs to someone else. For what an e-mail leads to, its
 * message says what may have happened.
 */
export function notFound(linked?: LinkedKind): AppError {
  return new AppError(linked ? `errorPage.gone.${linked}` : "common.notFound.title", 404);
}

/** Returns a 410 for what the holder of a valid link knows existed, with a message that says what happened to it. */
export function gone(what: DeletedKind): AppError {
  return new AppError(`errorPage.gone.${what}`, 410);
}
