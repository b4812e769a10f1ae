import { Writable } from "node:stream";
import { renderToPipeableStream } from "react-dom/server";
import { type EntryContext, isRouteErrorResponse, type RouterContextProvider, ServerRouter } from "react-router";
import { earlySearchKey } from "./features/admin/search/early-search-key.ts";
import { StartContext } from "./layouts/deferred-scripts.tsx";
import { ServerErrorContext } from "./layouts/page-title.ts";
import { scriptErrorScript } from "./layouts/script-error-notice.tsx";
import startScripts from "./layouts/start-scripts.ts?minified";
import { getWords } from "./locales/words.server.ts";
import { AppError } from "./platform/app-error.server.ts";
import { appContext, type RequestInfo, requestInfoContext } from "./platform/http/request-info.server.ts";
import { createSharedPage, isPlainRequest } from "./platform/http/shared-page.server.ts";
import { WordsContext } from "./platform/i18n/use-t.ts";
import { isPublicPage } from "./platform/ui/page/page-handle.ts";

/** Milliseconds after which a page is sent without the parts that are not ready. */
const renderTimeout = 10_000;

export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const info = context.get(requestInfoContext);
  const { nonce, language } = info;
  replaceErrors(entry, info);
  const { log, settings } = context.get(appContext);
  const isShared =
    settings.cdnSeconds + settings.publicPageCacheSeconds > 0 &&
    status === 200 &&
    !info.isDatabaseDown &&
    !headers.has("set-cookie") &&
    isPublicPage(entry.staticHandlerContext.matches.at(-1)?.route.handle) &&
    isPlainRequest(request);
  const styles = listStyles(entry);
  if (styles.length > 0) headers.set("link", styles.map((path) => `<${path}>; rel=preload; as=style`).join(", "));
  const isPanel = entry.staticHandlerContext.matches.some(({ route }) => route.id === "layouts/admin/admin-layout");
  return new Promise((resolve, reject) => {
    let failure: unknown;
    const stream = renderToPipeableStream(
      <WordsContext value={getWords(language)}>
        <ServerErrorContext value={Object.values(entry.staticHandlerContext.errors ?? {})[0]}>
          <StartContext value={{ source: startScripts, nonce }}>
            <ServerRouter context={entry} url={request.url} nonce={nonce} />
          </StartContext>
        </ServerErrorContext>
      </WordsContext>,
      {
        nonce,
        bootstrapScriptContent: isPanel ? `${scriptErrorScript};${earlySearchKey}` : scriptErrorScript,
        // Otherwise React moves larger parts of a complete page to its end, from where a script inserts them.
        progressiveChunkSize: Number.POSITIVE_INFINITY,
        onAllReady() {
          clearTimeout(deadline);
          if (failure) log.error({ err: failure }, "rendering failed");
          headers.set("content-type", "text/html; charset=utf-8");
          const parts: Uint8Array[] = [];
          const whole = new Writable({
            write(part, _encoding, next) {
              parts.push(part);
              next();
            },
          });
          whole.on("error", reject).on("finish", () => {
            const html = Buffer.concat(parts);
            const isKept = isShared && !failure;
            const page = isKept ? createSharedPage(String(html), info, headers, settings.cdnSeconds) : html;
            resolve(new Response(page, { status, headers }));
          });
          stream.pipe(whole);
        },
        onShellError: reject,
        onError(error: unknown) {
          failure ??= error;
        },
      },
    );
    const deadline = setTimeout(() => stream.abort(), renderTimeout).unref();
  });
}

/**
 * Returns the paths of the page's style sheets. Named in a `Link` header (RFC 8288), they are fetched before the scripts
 * and pictures that the page names above them, because nothing is shown without them.
 */
function listStyles({ manifest, staticHandlerContext: { matches } }: EntryContext): string[] {
  return [...new Set(matches.flatMap(({ route }) => manifest.routes[route.id]?.css ?? []))];
}

/** Returns the message of a server error: what to do, and an error ID to look up in the log; never the cause. */
const describeFault = ({ id, isDatabaseDown, t }: RequestInfo) =>
  isDatabaseDown ? t("errorPage.outage") : t("errors.fault", { id });

/** Replaces server errors with a message that does not reveal the cause. */
function replaceErrors({ staticHandlerContext: { errors } }: EntryContext, info: RequestInfo): void {
  for (const [route, error] of Object.entries(errors ?? {})) {
    if (isRouteErrorResponse(error) && error.status < 500) continue;
    const status = info.isDatabaseDown ? 503 : 500;
    // The router's `isRouteErrorResponse` asks for these four.
    (errors ?? {})[route] = { status, statusText: "", data: { message: describeFault(info) }, internal: false };
  }
}

/**
 * Replaces the router's answer to an error of a route without a page, which is JSON in English, with the message in the
 * reader's language: people open such routes too, for example an invoice that no longer exists.
 */
export function withReadableError(answer: Response, info: RequestInfo): Response {
  const { error, t } = info;
  const type = answer.headers.get("content-type") ?? "";
  if (!error || answer.status < 400 || !/^(application\/json|text\/plain)/i.test(type)) return answer;
  const headers = new Headers(answer.headers);
  headers.set("content-type", "text/plain; charset=utf-8");
  const isExpected = answer.status < 500 || error instanceof AppError;
  const expected = error instanceof AppError ? t(error.code, error.params) : t("common.error.general");
  return new Response(isExpected ? expected : describeFault(info), { status: answer.status, headers });
}

export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
) {
  const info = context.get(requestInfoContext);
  info.error ??= error;
  if (request.signal.aborted || info.error instanceof AppError) return;
  if (isRouteErrorResponse(error) && error.status < 500) return;
  const { log, fallback } = context.get(appContext);
  info.isDatabaseDown ||= fallback.dbHealth.isDownAfter(error);
  log.error({ err: error, id: info.id }, "request failed");
}
