import { PassThrough } from "node:stream";
import { createReadableStreamFromReadable } from "@react-router/node";
import { isbot } from "isbot";
import { renderToPipeableStream } from "react-dom/server";
import { I18nextProvider } from "react-i18next";
import { type EntryContext, isRouteErrorResponse, type RouterContextProvider, ServerRouter } from "react-router";
import { Refusal } from "./platform/http/refusal.server.ts";
import { requestInfoContext, worldContext } from "./platform/http/request-info.server.ts";
import { i18nOf } from "./shell/words.server.ts";

const patience = 10_000;

export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const { nonce, language } = context.get(requestInfoContext);
  const { log } = context.get(worldContext);
  return new Promise((resolve, reject) => {
    let shellSent = false;
    const waitForAll = isbot(request.headers.get("user-agent") ?? "");
    const stream = renderToPipeableStream(
      <I18nextProvider i18n={i18nOf(language)}>
        <ServerRouter context={entry} url={request.url} nonce={nonce} />
      </I18nextProvider>,
      {
        nonce,
        [waitForAll ? "onAllReady" : "onShellReady"]() {
          shellSent = true;
          const body = new PassThrough();
          headers.set("content-type", "text/html; charset=utf-8");
          resolve(new Response(createReadableStreamFromReadable(body), { status, headers }));
          stream.pipe(body);
        },
        onShellError: reject,
        onError(error: unknown) {
          if (shellSent) log.error({ err: error }, "rendering failed");
        },
      },
    );
    setTimeout(() => stream.abort(), patience).unref();
  });
}

export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
) {
  if (request.signal.aborted || error instanceof Refusal) return;
  if (isRouteErrorResponse(error) && error.status < 500) return;
  context.get(worldContext).log.error({ err: error, id: context.get(requestInfoContext).id }, "a request failed");
}
