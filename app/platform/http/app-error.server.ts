import { UNSAFE_ErrorResponseImpl as ErrorResponseImpl } from "react-router";
import type { WordKey } from "../i18n/words.ts";

export interface AppErrorData {
  code: WordKey;
  params?: Record<string, string | number> | undefined;
}

/**
 * An expected "no": thrown by commands, so that the transaction around it rolls back. The code is the key of the words
 * that the reader sees, so no refusal can lack a translation. With a field it stands beside that field of the form.
 * It is one of the router's own error responses, so that a loader may let it through: the page then answers with its
 * status and says its words.
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

/** Seconds to wait before the next try, when that is why somebody was refused: they tried too often, or all are at work. */
export function getRetryAfter({ status, params }: AppError): number | undefined {
  return (status === 429 || status === 503) && typeof params?.seconds === "number" ? params.seconds : undefined;
}

/** The same answer for what is missing and for what belongs to somebody else. */
export function notFound(): AppError {
  return new AppError("common.notFound.title", 404);
}
