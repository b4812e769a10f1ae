import type { ReactNode } from "react";
import { href, redirect } from "react-router";
import { createConversationKey } from "#app/features/conversations/conversations.server.ts";
import { defaultTimeZone } from "#app/features/users/users.rules.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { AppError } from "#app/platform/app-error.server.ts";
import { DatabaseUnavailableError } from "#app/platform/db/connection/outage-errors.server.ts";
import { createId } from "#app/platform/db/uuid.server.ts";
import type { RequestInfo } from "#app/platform/http/request-info.server.ts";
import { withQuery } from "#app/platform/http/safe-path.ts";
import { readSignedId, signId } from "#app/platform/http/signed-id.server.ts";
import { formatDate } from "#app/platform/i18n/format.ts";
import { cutText } from "#app/platform/i18n/text/plain-text.ts";
import { TagDrawing } from "#app/platform/ui/drawings/tag-drawing.tsx";
import { queueSubmission, type Submission } from "../offline-fallback/queue-submission.server.ts";
import { findCachedClinics, findCachedTag } from "../offline-fallback/tag-page-cache.server.ts";
import { findSubmissionKey } from "../recording/idempotency-keys.server.ts";
import type { Visit } from "../recording/request-signals.server.ts";
import { createScanToken } from "../submissions/finder-submissions.server.ts";
import { readNear } from "./finder-clinics.server.tsx";
import { renderFinderPage } from "./finder-document.server.tsx";
import { getQuery, getTitle, renderTagFrame } from "./finder-frame.server.ts";
import { MarkedView } from "./finder-marked.server.tsx";
import { keptForms, Named, type RejectedForm } from "./finder-parts.server.tsx";
import { LinkedView, UnlinkedView } from "./finder-views.server.tsx";

/**
 * Runs `live`, or `withoutDb` if the database is unavailable or takes more than five seconds for a statement.
 */
export async function withDbFallback<R>(
  ctx: AppContext,
  live: () => Promise<R>,
  withoutDb: () => R | Promise<R>,
): Promise<R> {
  try {
    return await ctx.fallback.dbHealth.run(live);
  } catch (error) {
    if (!(error instanceof DatabaseUnavailableError)) throw error;
    return withoutDb();
  }
}

/**
 * Renders a tag's page from its cached copy while the database is unavailable, and queues the scan. Responds with 503
 * if there is no copy that may be shown. Sessions cannot be read, so everyone sees what a visitor sees.
 */
export async function renderCachedTagPage(
  ctx: AppContext,
  info: RequestInfo,
  request: Request,
  visit: Visit,
  rejected: RejectedForm | null = null,
): Promise<Response> {
  const cached = findCachedTag(ctx, visit.code);
  if (!cached) return renderUnavailable(info, request, visit.code);
  const { card, knownAt } = cached;
  const path = href("/tag/:tagCode", { tagCode: card.code });
  const query = getQuery(request);
  if (visit.code !== card.code && request.method !== "POST") return redirect(withQuery(path, query), 302);
  await queueScan(ctx, visit);
  const { mark, pet, isReplaced } = card;
  const time = formatDate(knownAt, info.finderLanguage, defaultTimeZone, "dateTime");
  return renderTagFrame(ctx, info, request, rejected, {
    path,
    visit: visit.earlier ?? visit.fresh,
    token: visit.scanId ? createScanToken(ctx, visit.scanId) : null,
    isReplaced,
    languages: keptForms,
    title: getTitle(info, card),
    outageNote: `${info.t(ctx.fallback.submissionQueue.isFull() ? "finderPage.finder.outage.noteFull" : "finderPage.finder.outage.note")} ${info.t("finderPage.finder.outage.knownAt", { time })}`,
    view(pageContext, notice) {
      const parts = { pageContext, isOwner: false, isNotified: false, notice };
      if (mark) return <MarkedView {...parts} mark={mark} />;
      return pet ? (
        <LinkedView
          {...parts}
          pet={pet}
          isSignedIn={false}
          now={ctx.clock.now()}
          nearby={findCachedClinics(ctx, readNear(query, rejected?.typed))}
        />
      ) : (
        <UnlinkedView {...parts} pets={[]} />
      );
    },
  });
}

/**
 * Queues a scan. A full queue must not prevent the page from being shown. The URL is not stored, since it may contain
 * the chip's signature.
 */
async function queueScan(ctx: AppContext, visit: Visit): Promise<void> {
  const { address, scanId = createId(), url: _url, ...rest } = visit;
  try {
    await queueSubmission(ctx, { id: scanId, kind: "scan", address, body: { ...rest, address } });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    ctx.log.warn({ why: error.code }, "scan could not be queued");
  }
}

interface PlainPage {
  title: string;
  status?: number;
  /** Seconds after which the page reloads itself. */
  refresh?: number;
  children: ReactNode;
  /** Path of the page, where another language can be chosen. */
  path?: string;
}

function renderPlainPage(
  { t, finderLanguage: language, nonce }: RequestInfo,
  { title, status = 200, refresh, children, path }: PlainPage,
) {
  return renderFinderPage(
    {
      language,
      nonce,
      title: t("finderPage.finder.title", { name: title }),
      refresh,
      languages: path ? { path } : undefined,
      children: (
        <>
          <div className="hero">
            <TagDrawing metal="steel" />
          </div>
          <div className="sheet">
            <h1>{title}</h1>
            {children}
          </div>
        </>
      ),
    },
    { status },
  );
}

function renderUnavailable(info: RequestInfo, { method }: Request, typed: string): Response {
  const { t } = info;
  info.retryAfter = 60;
  const code = cutText(typed, 60);
  return renderPlainPage(info, {
    title: t("finderPage.finder.outage.title"),
    status: 503,
    path: href("/tag/:tagCode", { tagCode: code }),
    ...(method === "POST" ? {} : { refresh: 60 }),
    children: (
      <>
        <p className="chip code">
          <bdi dir="ltr">{code}</bdi>
        </p>
        <p>{t("finderPage.finder.outage.text")}</p>
        <a className="btn sun" href={href("/tag/:tagCode", { tagCode: code })}>
          {t("finderPage.finder.outage.again")}
        </a>
      </>
    ),
  });
}

/** Renders the finder's status page while the database is unavailable; it reloads itself. */
export function renderStatusFallback(info: RequestInfo, { isSent = false, isPart = false, key = "" } = {}): Response {
  const { t, finderLanguage: language, nonce } = info;
  const text = t(isSent ? "finderPage.finder.outage.messageKept" : "finderPage.finder.outage.statusText");
  info.retryAfter = 5;
  const title = t("finderPage.finder.outage.statusTitle");
  const path = href("/f/:key", { key });
  if (!isPart)
    return renderPlainPage(info, { title, status: 503, refresh: 5, path, children: <p role="status">{text}</p> });
  const page = { language, nonce, title, isPart, refresh: 5, children: <p className="sheet">{text}</p> };
  return renderFinderPage(page, { status: 503 });
}

/** Query parameter of the page after the first form: why its photo was not taken. */
export const refusedQuery = "photo";

const queuedPurpose = "kept";

/**
 * Returns the path of the page for a queued submission, which redirects to the finder's status page once that exists.
 */
export function getQueuedPath(ctx: AppContext, id: string): string {
  return href("/f/:key", { key: signId(ctx, queuedPurpose, id) });
}

/** Returns the id of the queued submission; null if the key is of another kind or not valid. */
export function readQueuedKey(ctx: AppContext, key: string): string | null {
  return readSignedId(ctx, queuedPurpose, key);
}

/**
 * Renders the state of a queued submission: still queued, delivered (redirects to the status page), or undeliverable
 * (410).
 */
export async function renderQueuedSubmission(
  ctx: AppContext,
  info: RequestInfo,
  id: string,
  isPhotoLost: boolean,
): Promise<Response> {
  const { t } = info;
  const path = getQueuedPath(ctx, id);
  const idempotencyKey = await withDbFallback(
    ctx,
    () => findSubmissionKey(ctx, id),
    () => null,
  );
  if (idempotencyKey?.conversationId)
    return redirect(href("/f/:key", { key: createConversationKey(ctx, idempotencyKey.conversationId) }), 302);
  if (idempotencyKey)
    return renderPlainPage(info, {
      title: t("finderPage.finder.outage.goneTitle"),
      status: 410,
      path,
      children: <p>{t("finderPage.finder.outage.goneText")}</p>,
    });
  const sent = ctx.fallback.submissionQueue.find(id) as Submission | null;
  const pet = sent?.kind === "have" ? findCachedTag(ctx, sent.body.visit.code)?.card.pet : null;
  return renderPlainPage(info, {
    title: t("finderPage.finder.outage.keptTitle"),
    refresh: 5,
    path,
    children: (
      <>
        <p className="confirmation" role="status">
          {pet ? (
            <Named t={t} text="finderPage.finder.outage.keptFor" name={pet.name} />
          ) : (
            t("finderPage.finder.outage.kept")
          )}
        </p>
        {isPhotoLost ? <p className="note bad">{t("finderPage.finder.outage.photoLost")}</p> : null}
        <p>{t("finderPage.finder.outage.keptText")}</p>
      </>
    ),
  });
}
