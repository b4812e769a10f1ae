import { and, desc, eq, inArray, isNull, lt, or } from "drizzle-orm";
import { recordChange } from "#app/features/audit-log/audit-log.server.ts";
import { requireAdmin } from "#app/features/users/require-admin.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { AppError } from "#app/platform/app-error.server.ts";
import { createMac, type Installation, listSecrets } from "#app/platform/crypto/secrets.server.ts";
import { withTransaction } from "#app/platform/db/connection/database.server.ts";
import { matchesSearch } from "#app/platform/db/text-search.server.ts";
import { createId, isId } from "#app/platform/db/uuid.server.ts";
import { getNetwork } from "#app/platform/limits/client-address.server.ts";
import { reportBans as bans, type lostFoundPosts } from "../reports.tables.server.ts";
import { lockSeenReport } from "./report-moderation.server.ts";

type Report = typeof lostFoundPosts.$inferSelect;

const pageSize = 40;

/** A reporter: an account with what it signs in with, or a guest's e-mail address. */
interface Reporter {
  id: string | null;
  email: string | null;
  /** Verified phone number. */
  phone?: string | null;
}

/**
 * Returns an e-mail address without what stands between the first `+` and the `@` (`me+2@example.com` is delivered to
 * `me@example.com`), for bans only. Other spellings, such as the dots of some providers, are not folded.
 */
export function getBaseAddress(address: string): string {
  const written = address.trim().toLowerCase();
  const [tag, at] = [written.indexOf("+"), written.lastIndexOf("@")];
  return tag > 0 && tag < at ? written.slice(0, tag) + written.slice(at) : written;
}

const codeOf = (ctx: Installation, address: string) => createMac(ctx, `ban ${address}`).toString("base64url");

/**
 * Returns the codes by which an e-mail address or phone number may be banned, for each secret in use; also those of the
 * address as written, which older bans have.
 */
const codesOf = (ctx: Installation, address: string) =>
  listSecrets(ctx).flatMap((secret) =>
    [getBaseAddress(address), address.trim().toLowerCase()].map((one) => codeOf({ settings: { secret } }, one)),
  );

/** Returns a reporter's active ban, by account (whatever its current address), e-mail address or phone number. */
export async function findBan(ctx: Pick<AppContext, "db" | "settings">, { id, email, phone }: Reporter) {
  const codes = [email, phone].flatMap((address) => (address ? codesOf(ctx, address) : []));
  const isTheirs = or(
    id ? eq(bans.userId, id) : undefined,
    codes.length > 0 ? inArray(bans.emailCode, codes) : undefined,
  );
  if (!isTheirs) return null;
  const [ban] = await ctx.db
    .select({ id: bans.id, reason: bans.reason, createdAt: bans.createdAt })
    .from(bans)
    .where(and(isTheirs, isNull(bans.liftedAt)))
    .limit(1);
  return ban ?? null;
}

/** Limits ban checks by network: enough for a form with mistakes, too few to try a list of addresses. */
const checkLimit = { name: "report-bans", points: 30, span: 3_600, isPerNetwork: true };

/** Returns whether a guest's address is banned. Always false after 30 checks an hour from one network. */
export async function isBannedGuest(
  ctx: AppContext,
  { email, address }: { email: string; address: string },
): Promise<boolean> {
  if (!email || email.length > 254) return false;
  const isWithinLimit = await ctx.limits.take(checkLimit, getNetwork(address)).then(
    () => true,
    () => false,
  );
  return isWithinLimit && (await findBan(ctx, { id: null, email })) !== null;
}

/** Throws 403 (`lostFound.ban.notified`) if the reporter is banned. */
export async function requireNotBanned(ctx: AppContext, reporter: Reporter): Promise<void> {
  if (await findBan(ctx, reporter)) throw new AppError("lostFound.ban.notified", 403);
}

/** Returns the reporter of a report, for a ban. */
async function reporterOf(
  { db }: Pick<AppContext, "db">,
  report: Pick<Report, "reporterId" | "guestEmail">,
): Promise<Reporter> {
  if (!report.reporterId) return { id: null, email: report.guestEmail };
  const [user] = await db
    .select({ email: users.email, phone: users.verifiedPhone })
    .from(users)
    .where(eq(users.id, report.reporterId));
  return { id: report.reporterId, email: user?.email ?? null, phone: user?.phone ?? null };
}

/** Like `requireNotBanned`, for a report about to become public again. */
export async function requireReporterNotBanned(
  ctx: AppContext,
  report: Pick<Report, "reporterId" | "guestEmail">,
): Promise<void> {
  await requireNotBanned(ctx, await reporterOf(ctx, report));
}

export async function findBanOfReporter(ctx: AppContext, report: Pick<Report, "reporterId" | "guestEmail">) {
  return findBan(ctx, await reporterOf(ctx, report));
}

/**
 * Bans a report's reporter from reporting, for a reason that only administrators see. Existing reports are unchanged.
 * Throws 409 if another administrator decided since the page was opened (`seen`), if already banned, or for the
 * administrator's own report. Administrators only.
 */
export async function banReporter(
  ctx: AppContext,
  actor: Actor,
  reportId: string,
  form: { reason: string; seen?: string | undefined },
): Promise<void> {
  await withTransaction(ctx, async (tx) => {
    const report = await lockSeenReport(tx, actor, reportId, form.seen);
    const { id, email, phone } = await reporterOf(tx, report);
    const address = email ?? phone;
    if (!address || id === actor.id) throw new AppError("lostFound.ban.impossible", 409);
    const added = await tx.db
      .insert(bans)
      .values({
        id: createId(),
        userId: id,
        email: address,
        emailCode: codeOf(tx, getBaseAddress(address)),
        reason: form.reason,
        createdAt: tx.clock.now(),
      })
      .onConflictDoNothing()
      .returning({ id: bans.id });
    if (added.length === 0) throw new AppError("moderation.meanwhile", 409);
    await recordChange(tx, actor, {
      action: "report.ban",
      subject: { kind: "report", id: report.id, name: report.petName, personId: id },
      after: { banReason: form.reason },
    });
  });
}

/** Lifts a ban. Throws 409 (`moderation.meanwhile`) if it is already lifted. Administrators only. */
export async function endBan(
  ctx: AppContext,
  actor: Actor,
  banId: string,
  report?: Pick<Report, "id" | "petName">,
): Promise<void> {
  requireAdmin(actor);
  await withTransaction(ctx, async (tx) => {
    const [lifted] = await tx.db
      .update(bans)
      .set({ liftedAt: tx.clock.now() })
      .where(and(eq(bans.id, banId), isNull(bans.liftedAt)))
      .returning();
    if (!lifted) throw new AppError("moderation.meanwhile", 409);
    await recordChange(tx, actor, {
      action: "report.unban",
      subject: { kind: "report", id: report?.id ?? null, name: report?.petName, personId: lifted.userId },
      before: { banReason: lifted.reason },
      after: { banReason: null },
    });
  });
}

/**
 * Lists active bans, latest first, 40 per page from the cursor `after`. `search` matches address and reason.
 * Administrators only.
 */
export async function listBans(
  ctx: AppContext,
  actor: Actor,
  { search = "", after = null }: { search?: string; after?: string | null },
) {
  requireAdmin(actor);
  const rows = await ctx.db
    .select({ id: bans.id, email: bans.email, userId: bans.userId, reason: bans.reason, createdAt: bans.createdAt })
    .from(bans)
    .where(and(isNull(bans.liftedAt), isId(after) ? lt(bans.id, after) : undefined, matchesSearch(bans.search, search)))
    .orderBy(desc(bans.id))
    .limit(pageSize + 1);
  const page = rows.slice(0, pageSize);
  return { bans: page, next: rows.length > pageSize ? (page.at(-1)?.id ?? null) : null };
}
