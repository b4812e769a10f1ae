import { createHmac, randomInt, timingSafeEqual } from "node:crypto";
import { and, desc, eq, gt, isNull, lt, sql } from "drizzle-orm";
import parsePhoneNumber from "libphonenumber-js/max";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { withTransaction } from "#app/platform/db/connection/database.server.ts";
import { createId } from "#app/platform/db/uuid.server.ts";
import { AppError } from "#app/platform/http/app-error.server.ts";
import { isWithinLimit } from "#app/platform/http/limits/limits.server.ts";
import { getNetwork } from "#app/platform/http/server/client-address.server.ts";
import type { Language } from "#app/platform/i18n/language.ts";
import type { CarrierName } from "#app/platform/phone/carrier.server.ts";
import { isServed } from "./deliver-phone-message.server.ts";
import { type CodePurpose, codeLength, codeLife, maxWrongTries } from "./phone.rules.ts";
import { phoneCodes } from "./phone.tables.server.ts";
import { encryptCode, sendPhoneMessage } from "./phone-messages.server.ts";

/** Limits against SMS pumping, where an attacker earns from messages to their own numbers. */
const limits = {
  number: { name: "phone-code-number", points: 3, span: 900 },
  numberDay: { name: "phone-code-number-day", points: 6, span: 86_400 },
  network: { name: "phone-code-network", points: 10, span: 3600 },
  networkDay: { name: "phone-code-network-day", points: 30, span: 86_400 },
  known: { name: "phone-code-known-device", points: 5, span: 3600 },
  /** Marks a network's first code to a number on a day. */
  here: { name: "phone-code-here", points: 1, span: 86_400 },
  /** First codes of other networks, when strangers have used up those of the number. */
  reserve: { name: "phone-code-reserve", points: 4, span: 86_400 },
};
/** Attempts from one network, right or wrong. */
const countTry = { name: "phone-code-try", points: 30, span: 3600 };

export interface CodeRequest {
  number: string;
  purpose: CodePurpose;
  /** The user who verifies the number; null when there is no account yet. */
  userId: string | null;
  language: Language;
  address: string;
  first?: CarrierName;
  /** Id of a browser that has signed in to the account of this number before. */
  device?: string | null;
}

const hashOf = ({ settings }: AppContext, id: string, code: string) =>
  createHmac("sha256", settings.secret).update(`phone code ${id} ${code}`).digest("base64url");

const whose = (userId: string | null) => (userId ? eq(phoneCodes.userId, userId) : isNull(phoneCodes.userId));

async function countRequest(
  ctx: AppContext,
  { number, address, purpose }: Pick<CodeRequest, "number" | "address" | "purpose">,
): Promise<void> {
  const network = getNetwork(address);
  const country = parsePhoneNumber(number)?.country ?? "";
  await ctx.limits.take(limits.network, network);
  await ctx.limits.take(limits.networkDay, network);
  const isFirstHere = purpose === "signIn" && (await isWithinLimit(ctx.limits, limits.here, `${network} ${number}`));
  try {
    await ctx.limits.take(limits.number, number);
    await ctx.limits.take(limits.numberDay, number);
  } catch (error) {
    if (!(error instanceof AppError && isFirstHere && (await isWithinLimit(ctx.limits, limits.reserve, number))))
      throw error;
  }
  const perCountry = { name: "phone-code-country", points: ctx.settings.phone.codesPerCountry, span: 86_400 };
  await ctx.limits.take(perCountry, country);
}

/**
 * Sends a code to a number and invalidates the previous one. Rejects numbers of countries that are not served
 * (`phone.notServed`) and too many codes for a number, network or country. A browser that is known to the account is
 * counted separately, 5 an hour, and a network's first code of a day to sign in from a reserve of 4, so that strangers
 * who ask for codes do not lock the number's owner out.
 */
export async function sendPhoneCode(ctx: AppContext, request: CodeRequest): Promise<void> {
  const { number, purpose, userId, language, first, device } = request;
  if (!isServed(ctx, number)) throw new AppError("phone.notServed", 400, { field: "phone" });
  if (device) await ctx.limits.take(limits.known, device);
  else await countRequest(ctx, request);
  const code = String(randomInt(10 ** codeLength)).padStart(codeLength, "0");
  await withTransaction(ctx, async (tx) => {
    await tx.db
      .delete(phoneCodes)
      .where(and(eq(phoneCodes.number, number), eq(phoneCodes.purpose, purpose), whose(userId)));
    const id = createId();
    const expiresAt = tx.clock.in(codeLife);
    await tx.db
      .insert(phoneCodes)
      .values({ id, number, purpose, userId, hash: hashOf(ctx, id, code), expiresAt })
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
 * Verifies and consumes the latest code sent to the number for this purpose. Throws `phone.wrongCode` for a wrong or
 * expired code; five wrong attempts invalidate it.
 */
export async function consumePhoneCode(
  ctx: AppContext,
  { number, purpose, userId, code, address }: Omit<CodeRequest, "language" | "first" | "device"> & { code: string },
): Promise<void> {
  await ctx.limits.take(countTry, getNetwork(address));
  const isRight = await withTransaction(ctx, async (tx) => {
    const [row] = await tx.db
      .select()
      .from(phoneCodes)
      .where(and(eq(phoneCodes.number, number), eq(phoneCodes.purpose, purpose), whose(userId)))
      .for("update");
    if (!row || row.wrong >= maxWrongTries || row.expiresAt <= tx.clock.now()) return false;
    const [actual, expected] = [Buffer.from(hashOf(ctx, row.id, code)), Buffer.from(row.hash)];
    if (!timingSafeEqual(actual, expected)) {
      await tx.db
        .update(phoneCodes)
        .set({ wrong: sql`${phoneCodes.wrong} + 1` })
        .where(eq(phoneCodes.id, row.id));
      return false;
    }
    await tx.db.delete(phoneCodes).where(eq(phoneCodes.id, row.id));
    return true;
  });
  if (!isRight) throw new AppError("phone.wrongCode", 400, { field: "code" });
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
