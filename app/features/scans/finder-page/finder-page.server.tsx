import { href, redirect } from "react-router";
import { findNearbyClinics, noClinics } from "#app/features/clinics/nearby-clinics.server.ts";
import { listPets } from "#app/features/pets/list/pet-list.server.ts";
import { countUnknownCode } from "#app/features/tags/claim/claim-typed-code.server.ts";
import { recordUnknownCode } from "#app/features/tags/claim/honeytokens.server.ts";
import { listAwaitedReplacements } from "#app/features/tags/replacements.server.ts";
import { codeKey, isMistyped } from "#app/features/tags/tag-code.rules.ts";
import { findTag } from "#app/features/tags/tags.server.ts";
import { type Actor, isAdmin } from "#app/features/users/users.rules.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { AppError, getRetryAfter } from "#app/platform/app-error.server.ts";
import type { RequestInfo } from "#app/platform/http/request-info.server.ts";
import { withQuery } from "#app/platform/http/safe-path.ts";
import { formatDate } from "#app/platform/i18n/format.ts";
import { cutText } from "#app/platform/i18n/text/plain-text.ts";
import type { Translate } from "#app/platform/i18n/words.ts";
import type { Governorate } from "#app/platform/map/governorates.ts";
import { LostDrawing } from "#app/platform/ui/drawings/lost-drawing.tsx";
import { receiveScan, type TagLookup } from "../recording/receive-scan.server.ts";
import type { Visit } from "../recording/request-signals.server.ts";
import { hasNotifiedOwner } from "../scans.rules.ts";
import { createScanToken, recordPageUse } from "../submissions/finder-submissions.server.ts";
import { getWhatsappLink } from "../whatsapp-link.server.ts";
import { readNear } from "./finder-clinics.server.tsx";
import { renderFinderPage } from "./finder-document.server.tsx";
import { getQuery, getTitle, renderTagFrame } from "./finder-frame.server.ts";
import { MarkedView } from "./finder-marked.server.tsx";
import {
  type FinderPageContext,
  FormError,
  FoundAnimal,
  keptForms,
  type RejectedForm,
  worksQuery,
} from "./finder-parts.server.tsx";
import { AvailableView, LinkedView, UnlinkedView, WorksView } from "./finder-views.server.tsx";
import { readAsOwner } from "./read-as-finder.server.ts";

/**
 * Renders the page for a scanned or typed code, after recording the scan. A rejected form re-renders the page with the
 * submitted values and the error.
 */
export async function renderTagPage(
  ctx: AppContext,
  info: RequestInfo,
  request: Request,
  visit: Visit,
  actor: Actor | null,
  rejected: RejectedForm | null = null,
): Promise<Response> {
  const seen = await receiveScan(ctx, visit);
  if (seen.state === "unknown") return showUnknown(ctx, info, request, visit.code, actor, rejected);

  const query = getQuery(request);
  const path = href("/tag/:tagCode", { tagCode: seen.tag.code });
  if (seen.state === "elsewhere") return redirect(withQuery(path, query), 302);
  const usedToken = query.get("s");
  if (usedToken) await recordPageUse(ctx, usedToken, info).catch(() => undefined);
  const { mark, replacedAt } = seen.tag;
  const isOwner = actor !== null && seen.tag.ownerId === actor.id;
  const isOwners = isOwner || (seen.state === "available" && actor !== null);
  if (isOwners) readAsOwner(ctx, info);
  const pet = seen.state === "linked" ? seen.pet : null;
  return renderTagFrame(ctx, info, request, rejected, {
    path,
    visit: "visit" in seen ? seen.visit : null,
    token: "scanId" in seen ? createScanToken(ctx, seen.scanId) : null,
    isReplaced: replacedAt !== null,
    languages: isOwners ? { isOwners } : seen.state === "available" ? {} : keptForms,
    title: getTitle(info, { mark, pet }),
    view: (pageContext, notice) =>
      pet && !mark && isOwner && query.has(worksQuery) ? (
        <WorksView pageContext={pageContext} tag={seen.tag} pet={pet} notice={notice} />
      ) : (
        viewOf(ctx, withWhatsapp(ctx, pageContext, seen, actor), seen, {
          actor,
          notice,
          near: readNear(query, rejected?.typed),
        })
      ),
  });
}

/** States that have a page of their own. */
type OwnPageLookup = Exclude<TagLookup, { state: "unknown" | "elsewhere" }>;

/** Adds the WhatsApp link for a finder whose scan was recorded. */
function withWhatsapp(ctx: AppContext, pageContext: FinderPageContext, seen: OwnPageLookup, actor: Actor | null) {
  const { t, token } = pageContext;
  const isOwner = actor !== null && seen.tag.ownerId === actor.id;
  if (!token || isOwner || !("scanId" in seen)) return pageContext;
  const name = seen.state === "linked" && seen.pet ? seen.pet.name : "";
  return { ...pageContext, whatsapp: getWhatsappLink(ctx, t, { name, reference: token }) };
}

async function viewOf(
  ctx: AppContext,
  pageContext: FinderPageContext,
  seen: OwnPageLookup,
  { actor, notice, near }: { actor: Actor | null; notice: string | null; near: Governorate | null },
) {
  const isOwner = actor !== null && seen.tag.ownerId === actor.id;
  if (seen.state === "available") {
    const [pets, awaited] = actor
      ? await Promise.all([listPets(ctx, actor), listAwaitedReplacements(ctx, actor)])
      : [[], []];
    const { code, claimHash } = seen.tag;
    const props = {
      pageContext,
      code,
      pets,
      awaited,
      notice,
      isSignedIn: actor !== null,
      hasClaimCode: claimHash !== null,
    };
    return <AvailableView {...props} />;
  }
  const parts = { pageContext, isOwner, notice, isNotified: hasNotifiedOwner(seen.evidence) };
  if (seen.tag.mark) return <MarkedView {...parts} mark={seen.tag.mark} />;
  if (seen.state === "linked" && seen.pet) {
    const nearby = isOwner ? noClinics : await findNearbyClinics(ctx, near);
    return <LinkedView {...parts} pet={seen.pet} isSignedIn={actor !== null} now={ctx.clock.now()} nearby={nearby} />;
  }
  return <UnlinkedView {...parts} pets={isOwner ? await listPets(ctx, actor) : []} />;
}

const codeFormId = "code-form";

function CodeBox({ t, error, code }: { t: Translate; error?: string; code?: string }) {
  return (
    <form id={codeFormId} className="card" action={href("/t")} method="get">
      <div>
        <label htmlFor="code">{t("finderPage.finder.typeCode")}</label>
        <input
          id="code"
          name="code"
          className="ltr"
          defaultValue={code}
          lang="en"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          autoComplete="off"
          maxLength={60}
          required
          placeholder="7K3M-9QXR-2VHT"
          aria-describedby={error ? "code-e" : undefined}
        />
        {error ? (
          <p className="err" id="code-e" role="alert">
            {error}
          </p>
        ) : null}
      </div>
      <button className="btn sun" type="submit">
        {t("finderPage.finder.open")}
      </button>
    </form>
  );
}

interface UnknownProps {
  pageContext: FinderPageContext;
  typed: string;
  hint: string | null;
  canCreate: boolean;
  isTooMany: boolean;
  /** What the owner or an administrator is told about a deactivated or void tag; null for anyone else. */
  off: { title: string; text: string; link: string; at: string } | null;
}

/**
 * Page for unknown codes, and for deactivated ones unless the visitor is the owner or an administrator: the two cannot
 * be told apart.
 */
function UnknownView({ pageContext, typed, hint, canCreate, isTooMany, off }: UnknownProps) {
  const { t } = pageContext;
  if (off)
    return (
      <div className="sheet">
        <h1>{off.title}</h1>
        <p>{off.text}</p>
        <a className="btn sun" href={off.at}>
          {off.link}
        </a>
      </div>
    );
  return (
    <>
      <div className="hero">
        <LostDrawing />
      </div>
      <div className="sheet">
        <h1>{t(isTooMany ? "finderPage.finder.tooManyTitle" : "finderPage.finder.notFoundTitle")}</h1>
        <p>{t(isTooMany ? "finderPage.finder.tooManyText" : "finderPage.finder.notFoundText")}</p>
        <CodeBox t={t} code={typed} {...(hint ? { error: hint } : {})} />
        {canCreate ? (
          <form className="card" method="post" action={pageContext.path}>
            <h2>{t("finderPage.finder.createTitle")}</h2>
            <p>{t("finderPage.finder.createText")}</p>
            <FormError pageContext={pageContext} of={["create"]} />
            <input type="hidden" name="intent" value="create" />
            <button className="btn ghost" type="submit">
              {t("finderPage.finder.create")}
            </button>
          </form>
        ) : null}
        <FoundAnimal pageContext={pageContext} />
        <p className="small">
          <a href="/">{t("finderPage.finder.home")}</a>
        </p>
      </div>
    </>
  );
}

async function showUnknown(
  ctx: AppContext,
  info: RequestInfo,
  request: Request,
  typed: string,
  actor: Actor | null,
  rejected: RejectedForm | null,
) {
  const path = href("/tag/:tagCode", { tagCode: cutText(typed, 60) });
  const off = await findDeactivated(ctx, info, typed, actor);
  const isOwners = off !== null || isAdmin(actor);
  if (isOwners) readAsOwner(ctx, info);
  const { t, finderLanguage: language } = info;
  const pageContext: FinderPageContext = { t, language, path, token: null, rejected };
  const shown = cutText(getQuery(request).get("code") ?? typed, 60);
  // A claim was already counted. Users who may know the tag are not guessing codes, so they are not counted.
  const isTooMany = off
    ? false
    : rejected?.intent === "claim"
      ? rejected.status === 429
      : await exceedsCodeLimit(ctx, info, typed);
  const hint = isMistyped(codeKey(typed)) ? t("tags.mistyped") : null;
  return renderFinderPage(
    {
      language,
      nonce: info.nonce,
      title: t("finderPage.finder.title", { name: off?.title ?? t("finderPage.finder.notFoundTitle") }),
      languages: { path, ...(isOwners ? { isOwners } : { form: codeFormId, isSearch: true }) },
      children: (
        <UnknownView
          pageContext={pageContext}
          typed={shown}
          hint={hint}
          canCreate={isAdmin(actor)}
          isTooMany={isTooMany}
          off={off}
        />
      ),
    },
    { status: isTooMany ? 429 : 404 },
  );
}

/**
 * Returns what to tell the owner or an administrator about a deactivated or void tag, and where to see it; null for
 * anyone else and any other code. A void tag has no owner.
 */
async function findDeactivated(ctx: AppContext, { language }: RequestInfo, typed: string, actor: Actor | null) {
  const t = ctx.translator(language);
  if (!actor) return null;
  const tag = await findTag(ctx, typed);
  if (tag?.status !== "inactive") return null;
  const title = t("finderPage.finder.offTitle");
  if (tag.ownerId === actor.id)
    return {
      title,
      text: t("finderPage.finder.off"),
      link: t("finderPage.finder.offOpen"),
      at: href("/dashboard/tags-management"),
    };
  if (!isAdmin(actor)) return null;
  const inPanel = { link: t("finderPage.finder.offInPanel"), at: href("/admin/tags/:tagId", { tagId: tag.id }) };
  if (!tag.voidedAt) return { title, text: t("finderPage.finder.offAdmin"), ...inPanel };
  const date = formatDate(tag.voidedAt, language, actor.timeZone, "date");
  return { title: t("finderPage.finder.voidTitle"), text: t("finderPage.finder.void", { date }), ...inPanel };
}

async function exceedsCodeLimit(ctx: AppContext, info: RequestInfo, typed: string): Promise<boolean> {
  void recordUnknownCode(ctx, typed, info.address);
  try {
    await countUnknownCode(ctx, info.address);
    return false;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    info.retryAfter = getRetryAfter(error);
    return true;
  }
}
