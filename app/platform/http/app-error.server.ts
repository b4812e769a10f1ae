import { UNSAFE_ErrorResponseImpl as ErrorResponseImpl } from "react-router";
import type { WordKey } from "../i18n/words.ts";

export interface AppErrorData {
  code: WordKey;
  params?: Record<string, string | number> | undefined;
}

/**
 * An expected refusal: thrown by commands, so that the transaction around it rolls back. `code` is the key of its
 * message, which therefore exists in every language; `field` places it beside that field of the form. As one of the
 * router's error responses it may leave a loader: the page then answers with its status and message.
 */
export class AppError extends ErrorResponseImpl {
  readonly code: WordKey;
  readonly field: string | undefined;
  readonly params: Record<string, string | number> | undefined;

  constructor(code: WordKey, status = 409, more: { field?: string; params?: Record<string, string | number> } = {}) {
    super(status, String(code), { code, params: more.params } satisfies AppErrorData);
    this.code = code;
    this.field = more.field;
    this.params = more.params;
  }
}

/** Returns the seconds to wait before the next try for a 429 or 503; undefined for other errors. */
export function getRetryAfter({ status, params }: AppError): number | undefined {
  return (status === 429 || status === 503) && typeof params?.seconds === "number" ? params.seconds : undefined;
}

/** A 404, the same for what is missing and for what belongs to somebody else. */
export function notFound(): AppError {
  return new AppError("common.notFound.title", 404);
}
