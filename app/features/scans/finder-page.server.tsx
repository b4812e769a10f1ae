import { redirect } from "react-router";
import type { Actor } from "#app/features/accounts/accounts.rules.ts";
import { listPets } from "#app/features/pets/pet-list.server.ts";
import { noteUnknownCode } from "#app/features/tags/canaries.server.ts";
import { listAwaited } from "#app/features/tags/replacements.server.ts";
import { codeKey, isMistyped } from "#app/features/tags/tag-code.rules.ts";
import { mayCreateTags } from "#app/features/tags/tags.rules.ts";
import { Refusal, waitOf } from "#app/platform/http/refusal.server.ts";
import type { RequestInfo } from "#app/platform/http/request-info.server.ts";
import { clearToastCookie, readToast } from "#app/platform/http/toast.server.ts";
import { isLanguage } from "#app/platform/i18n/language.ts";
import { languageSetCookie } from "#app/platform/i18n/language-of.server.ts";
import type { World } from "#app/platform/world.server.ts";
import { countUnknownCode, notePageUsed, scanToken } from "./finder.server.ts";
import { answerPage } from "./finder-document.server.tsx";
import { MarkedView } from "./finder-marked.server.tsx";
import type { Desk, Refused } from "./finder-parts.server.tsx";
import { finderScript } from "./finder-script.server.ts";
import { AvailableView, LinkedView, UnknownView, UnlinkedView } from "./finder-views.server.tsx";
import { receiveScan, type Seen } from "./receive-scan.server.ts";
import { hasAlarmed } from "./scans.rules.ts";
import { readVisit, visitCookie } from "./visitor.server.ts";

/**
 * Answers a scanned or typed code with the page for its state. The scan is recorded first. After a refused form the same
 * page comes back with what was typed and the reason.
 */
export async function showTag(
  world: World,
  info: RequestInfo,
  request: Request,
  typed: string,
  actor: Actor | null,
  refused: Refused | null = null,
): Promise<Response> {
  const headers = new Headers();
  const query = request.url.includes("?") ? new URL(request.url).searchParams : new URLSearchParams();
  const seen = await receiveScan(world, readVisit(world, request, info, typed, actor?.id ?? null));
  if (seen.state === "unknown") return showUnknown(world, info, typed, actor, refused);

  const path = `/tag/${encodeURIComponent(seen.tag.code)}`;
  if (seen.state === "elsewhere") return redirect(`${path}${query.size ? `?${query}` : ""}`, 302);
  // What a chip or a visit wrote into the address goes to nobody, not even to the log of a proxy before us.
  if (query.size > 0) headers.set("referrer-policy", "strict-origin");
  if ("visit" in seen) headers.append("set-cookie", visitCookie(world, seen.visit));
  const language = query.get("lang");
  if (isLanguage(language)) headers.append("set-cookie", languageSetCookie(language, world.settings.secure));
  const used = query.get("s");
  if (used) await notePageUsed(world, used, info.address).catch(() => undefined);
  const toast = readToast(request);
  if (toast) headers.append("set-cookie", clearToastCookie);
  // What was typed stays with its scan, unless there is no such scan: then the page's own takes its place.
  const earlier = refused?.status === 404 ? undefined : refused?.typed.scan;
  const token = earlier || ("scanId" in seen ? scanToken(world, seen.scanId) : null);
  const isReplaced = seen.tag.replacedAt !== null;
  const desk: Desk = { t: info.t, language: info.language, path, token, refused, isReplaced };
  const notice = toast ? info.t(toast.code, toast.params) : null;
  return answerPage(
    {
      language: info.language,
      nonce: info.nonce,
      title: titleOf(info, seen),
      script: "visit" in seen ? scriptOf(info, seen.visit) : undefined,
      children: await viewOf(world, desk, seen, actor, notice),
    },
    { headers, status: refused?.status ?? 200, accepts: request.headers.get("accept-encoding") },
  );
}

/** The states in which a tag's own page is drawn. */
type Shown = Exclude<Seen, { state: "unknown" | "elsewhere" }>;

function scriptOf({ t }: RequestInfo, visit: string): string {
  return finderScript(visit, {
    locating: t("scans.finder.locating"),
    denied: t("scans.finder.locationDenied"),
    added: t("scans.finder.placeAdded"),
  });
}

function titleOf({ t }: RequestInfo, seen: Shown): string {
  if (seen.tag.mark) return t("scans.finder.title", { name: t(`scans.finder.marked.titles.${seen.tag.mark}`) });
  if (seen.state === "linked" && seen.pet) return t("scans.finder.title", { name: seen.pet.name });
  return t("scans.finder.title", { name: t("scans.finder.foundTag") });
}

async function viewOf(world: World, desk: Desk, seen: Shown, actor: Actor | null, notice: string | null) {
  const isOwner = actor !== null && seen.tag.ownerId === actor.id;
  if (seen.state === "available") {
    const [pets, awaited] = actor ? await Promise.all([listPets(world, actor), listAwaited(world, actor)]) : [[], []];
    const { code, claimHash } = seen.tag;
    const look = { desk, code, pets, awaited, notice, isSignedIn: actor !== null, hasClaimCode: claimHash !== null };
    return <AvailableView {...look} />;
  }
  const parts = { desk, isOwner, notice, isTold: hasAlarmed(seen.evidence) };
  if (seen.tag.mark) return <MarkedView {...parts} mark={seen.tag.mark} />;
  if (seen.state === "linked" && seen.pet) return <LinkedView {...parts} pet={seen.pet} />;
  return <UnlinkedView {...parts} pets={isOwner ? await listPets(world, actor) : []} />;
}

async function showUnknown(
  world: World,
  info: RequestInfo,
  typed: string,
  actor: Actor | null,
  refused: Refused | null,
) {
  const path = `/tag/${encodeURIComponent(typed.slice(0, 60))}`;
  const desk: Desk = { t: info.t, language: info.language, path, token: null, refused };
  void noteUnknownCode(world, typed, info.address);
  let isTooMany = false;
  try {
    await countUnknownCode(world, info.address);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    isTooMany = true;
    info.retryAfter = waitOf(error);
  }
  const hint = isMistyped(codeKey(typed)) ? info.t("tags.mistyped") : null;
  return answerPage(
    {
      language: info.language,
      nonce: info.nonce,
      title: info.t("scans.finder.title", { name: info.t("scans.finder.notFoundTitle") }),
      children: (
        <UnknownView
          desk={desk}
          typed={typed.slice(0, 60)}
          hint={hint}
          mayCreate={mayCreateTags(actor)}
          isTooMany={isTooMany}
        />
      ),
    },
    { status: isTooMany ? 429 : 404 },
  );
}
