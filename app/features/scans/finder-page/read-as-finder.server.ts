import type { MiddlewareFunction } from "react-router";
import { appContext, type RequestInfo, requestInfoContext } from "#app/platform/http/request-info.server.ts";

/** Middleware of the finder's pages: all their words, also those of errors, are in the finder's language. */
export const readAsFinder: MiddlewareFunction<Response> = ({ context }) => {
  const info = context.get(requestInfoContext);
  info.t = context.get(appContext).translator(info.finderLanguage);
};

/** A request of the finder's pages, answered in the product's language: what only an owner or administrator sees. */
export function readAsOwner(
  { translator }: { translator: (language: RequestInfo["language"]) => RequestInfo["t"] },
  info: RequestInfo,
): void {
  info.finderLanguage = info.language;
  info.t = translator(info.language);
}
