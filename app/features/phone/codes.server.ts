import { createHmac, randomInt } from "node:crypto";
import { and, desc, eq, gt, isNull, lt, type SQL, sql } from "drizzle-orm";
import parsePhoneNumber from "libphonenumber-js/max";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { AppError } from "#app/platform/app-error.server.ts";
import { isEqualSecret } from "#app/platform/crypto/secrets.server.ts";
import { withTransaction } from "#app/platform/db/connection/database.server.ts";
import { createId } from "#app/platform/db/uuid.server.ts";
import type { Language } from "#app/platform/i18n/language.ts";
import { getNetwork } from "#app/platform/limits/client-address.server.ts";
import { isWithinLimit, type Limit } from "#app/platform/limits/limits.server.ts";
import { slowedCodes } from "#app/platform/metrics/metrics.server.ts";
import type { CarrierName } from "#app/platform/phone/carrier.server.ts";
import { readSiteSettings } from "#app/platform/site-settings.server.ts";
import { isServed } from "./deliver-phone-message.server.ts";
import { type CodePurpose, codeLength, codeLife, maxWrongTries } from "./phone.rules.ts";
import { phoneCodes } from "./phone.tables.server.ts";
import { encryptCode, sendPhoneMessage } from "./phone-messages.server.ts";

/**
 * Limits against SMS pumping, where an attacker earns from messages to their own numbers. Every code counts against its
 * number, network, account and country, and against the day's budget of all messages. A reserve is a further part of the
 * number's or the network's limit, which strangers who use up the first part cannot touch.
 */
const limits = {
  number: { name: "phone-code-number", points: 3, span: 900 },
  numberDay: { name: "phone-code-number-day", points: 6, span: 86_400 },
  /** The number's reserve for the first code of a day of other networks: slow, so that nobody can close it. */
  numberElsewhere: { name: "phone-code-reserve", points: 2, span: 3600 },
  /** The number's reserve for browsers that have signed in to its account, all of them together. */
  numberKnown: { name: "phone-code-known", points: 3, span: 3600 },
  numberKnownDay: { name: "phone-code-known-day", points: 6, span: 86_400 },
  network: { name: "phone-code-network", points: 10, span: 3600 },
  networkDay: { name: "phone-code-network-day", points: 30, span: 86_400 },
  /** The network's reserve for known browsers. */
  networkKnown: { name: "phone-code-network-known", points: 10, span: 3600 },
  account: { name: "phone-code-account", points: 10, span: 86_400 },
  /** Marks a network's first code to a number on a day. */
  here: { name: "phone-code-here", points: 1, span: 86_400 },
  /** Codes of one network in a country whose codes of the day are used up. */
  slowly: { name: "phone-code-slowly", points: 1, span: 3600 },
};
/** Wrong attempts from one network. */
const countWrong = { name: "phone-code-try", points: 30, span: 3600 };

export interface CodeRequest {
  number: string;
  purpose: CodePurpose;
  /** The user who verifies the number; null when there is no account yet. */
  userId: string | null;
  /** Secret token of the browser that asks, which alone can use the code; null for a signed-in user. */
  browser: string | null;
  language: Language;
  address: string;
  first?: CarrierName;
  /** Whether the browser has signed in to the account of this number before. */
  isKnownBrowser?: boolean;
}

const hashOf = ({ settings }: AppContext, id: string, code: string) =>
  createHmac("sha256", settings.secret).update(`phone code ${id} ${code}`).digest("base64url");

const hashOfBrowser = ({ settings }: AppContext, browser: string) =>
  createHmac("sha256", settings.secret).update(`phone code browser ${browser}`).digest("base64url");

/** Selects the code of a user, or of a browser. */
function isOfRequester(
  ctx: AppContext,
  { number, purpose, userId, browser }: Pick<CodeRequest, "number" | "purpose" | "userId" | "browser">,
): SQL | undefined {
  const requester = userId
    ? eq(phoneCodes.userId, userId)
    : and(isNull(phoneCodes.userId), eq(phoneCodes.browserHash, hashOfBrowser(ctx, browser ?? "")));
  return and(eq(phoneCodes.number, number), eq(phoneCodes.purpose, purpose), requester);
}

async function takeFirst({ limits }: AppContext, ways: { limit: Limit; key: string }[][]): Promise<void> {
  for (const [at, way] of ways.entries()) {
    try {
      for (const { limit, key } of way) await limits.take(limit, key);
      return;
    } catch (error) {
      if (!(error instanceof AppError) || at === ways.length - 1) throw error;
    }
  }
}

async function countRequest(
  ctx: AppContext,
  { number, address, purpose, userId, isKnownBrowser }: CodeRequest,
): Promise<void> {
  const network = getNetwork(address);
  if (userId) await ctx.limits.take(limits.account, userId);
  const ofNetwork = [
    { limit: limits.network, key: network },
    { limit: limits.networkDay, key: network },
  ];
  await takeFirst(ctx, isKnownBrowser ? [ofNetwork, [{ limit: limits.networkKnown, key: network }]] : [ofNetwork]);
  const isFirstFromNetwork =
    purpose === "signIn" && (await isWithinLimit(ctx.limits, limits.here, `${network} ${number}`));
  const ofNumber = [
    { limit: limits.number, key: number },
    { limit: limits.numberDay, key: number },
  ];
  const known = [
    { limit: limits.numberKnown, key: number },
    { limit: limits.numberKnownDay, key: number },
  ];
  await takeFirst(ctx, [
    ...(isKnownBrowser ? [known] : []),
    ofNumber,
    ...(isFirstFromNetwork ? [[{ limit: limits.numberElsewhere, key: number }]] : []),
  ]);
  await slowDownCountry(ctx, number, { network, isKnownBrowser });
}

async function slowDownCountry(
  ctx: AppContext,
  number: string,
  { network, isKnownBrowser = false }: { network: string; isKnownBrowser?: boolean | undefined },
): Promise<void> {
  const country = parsePhoneNumber(number)?.country ?? "";
  const perCountry = {
    name: "phone-code-country",
    points: readSiteSettings(ctx).messages.codesPerCountry,
    span: 86_400,
  };
  if (await isWithinLimit(ctx.limits, perCountry, country)) return;
  slowedCodes.inc({ country });
  if (!isKnownBrowser) await ctx.limits.take(limits.slowly, network);
}

/**
 * Sends a code to a number and invalidates the previous one of the same user or browser. Rejects numbers of countries
 * that are not served (`phone.notServed`) and too many codes for a number, network or account.
 */
export async function sendPhoneCode(ctx: AppContext, request: CodeRequest): Promise<void> {
  const { number, purpose, userId, language, first, browser } = request;
  if (!isServed(ctx, number)) throw new AppError("phone.notServed", 400, { field: "phone" });
  await countRequest(ctx, request);
  const code = String(randomInt(10 ** codeLength)).padStart(codeLength, "0");
  await withTransaction(ctx, async (tx) => {
    await tx.db.delete(phoneCodes).where(isOfRequester(ctx, request));
    const id = createId();
    await tx.db
      .insert(phoneCodes)
      .values({
        ...{ id, number, purpose, userId, hash: hashOf(ctx, id, code), expiresAt: tx.clock.in(codeLife) },
        browserHash: browser === null ? null : hashOfBrowser(ctx, browser),
      })
      // Of two concurrent inserts, the first one is kept.
      .onConflictDoNothing();
    await sendPhoneMessage(tx, {
      subject: `code:${id}`,
      to: number,
      userId,
      language,
      template: "code",
      params: [encryptCode(tx, id, code)],
      ...(first && { first }),
    });
  });
}

/**
 * Verifies and consumes the latest code sent to the number for this user or browser. Throws `phone.wrongCode` for a
 * wrong or expired code, or one that another browser asked for; five wrong attempts invalidate it. Wrong attempts count
 * against the network, a right one never does.
 */
export async function consumePhoneCode(
  ctx: AppContext,
  request: Pick<CodeRequest, "number" | "purpose" | "userId" | "browser" | "address"> & { code: string },
): Promise<void> {
  const isRight = await withTransaction(ctx, async (tx) => {
    const [row] = await tx.db.select().from(phoneCodes).where(isOfRequester(ctx, request)).for("update");
    if (!row || row.wrong >= maxWrongTries || row.expiresAt <= tx.clock.now()) return false;
    if (!isEqualSecret(hashOf(ctx, row.id, request.code), row.hash)) {
      await tx.db
        .update(phoneCodes)
        .set({ wrong: sql`${phoneCodes.wrong} + 1` })
        .where(eq(phoneCodes.id, row.id));
      return false;
    }
    await tx.db.delete(phoneCodes).where(eq(phoneCodes.id, row.id));
    return true;
  });
  if (isRight) return;
  await ctx.limits.take(countWrong, getNetwork(request.address));
  throw new AppError("phone.wrongCode", 400, { field: "code" });
}

/** Returns the number to which a user's last code was sent, while it is valid. */
export async function findSentCode(
  { db, clock }: Pick<AppContext, "db" | "clock">,
  { purpose, userId }: { purpose: CodePurpose; userId: string },
): Promise<string | null> {
  const [row] = await db
    .select({ number: phoneCodes.number })
    .from(phoneCodes)
    .where(
      and(
        eq(phoneCodes.userId, userId),
        eq(phoneCodes.purpose, purpose),
        gt(phoneCodes.expiresAt, clock.now()),
        lt(phoneCodes.wrong, maxWrongTries),
      ),
    )
    .orderBy(desc(phoneCodes.id))
    .limit(1);
  return row?.number ?? null;
}

/** Deletes expired codes. */
export async function deleteOldCodes({ db, clock }: AppContext): Promise<void> {
  await db.delete(phoneCodes).where(lt(phoneCodes.expiresAt, clock.now()));
}
